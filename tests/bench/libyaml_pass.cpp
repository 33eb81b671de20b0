// The floor for reading YAML: libyaml's events over every file named, nothing kept. The benchmark
// sets grpolint's time in relation to this program's.
#include <yaml.h>

#include <cstdio>

int main(int argc, char** argv) {
  long events = 0;
  for (int i = 1; i < argc; ++i) {
    FILE* file = std::fopen(argv[i], "rb");
    if (file == nullptr) continue;
    yaml_parser_t parser;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_file(&parser, file);
    yaml_event_t event;
    bool more = true;
    while (more && yaml_parser_parse(&parser, &event) != 0) {
      more = event.type != YAML_STREAM_END_EVENT;
      ++events;
      yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    std::fclose(file);
  }
  std::printf("%ld events\n", events);
  return 0;
}
