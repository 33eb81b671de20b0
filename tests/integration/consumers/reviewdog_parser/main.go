// Reads a linter's output from standard input with reviewdog's own parsers, and prints what it
// understood, one diagnostic a line, in the JSON of its protocol buffers.
//
//	reviewdog_parser FORMAT [ERRORFORMAT]...
package main

import (
	"fmt"
	"os"

	"github.com/reviewdog/reviewdog/parser"
	"google.golang.org/protobuf/encoding/protojson"
)

func run() error {
	option := &parser.Option{Errorformat: os.Args[2:]}
	if len(option.Errorformat) == 0 {
		option.FormatName = os.Args[1]
	}
	reader, err := parser.New(option)
	if err != nil {
		return err
	}
	diagnostics, err := reader.Parse(os.Stdin)
	if err != nil {
		return err
	}
	for _, diagnostic := range diagnostics {
		line, err := protojson.Marshal(diagnostic)
		if err != nil {
			return err
		}
		fmt.Println(string(line))
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
