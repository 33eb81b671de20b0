"""The document itself: its top level, its syntax, the env block and the data set mixture."""

from .case import on_routes, whole

# A config that no base may stand above.
WHOLE = [
    ("empty", "document", ""),
    ("comment-only", "document", "# nothing\n"),
    ("null", "document", "null\n"),
    ("list", "document", "- a\n- b\n"),
    ("list-of-keys", "document", "- output_dir: out\n"),
    ("word", "document", "output_dir\n"),
    ("number", "document", "3\n"),
    ("empty-mapping", "document", "{}\n"),
    ("tab-indent", "syntax", "dataset_name: d\noutput_dir: out\nnum_iterations: 1\nmodel_init_kwargs:\n\ta: 1\n"),
    ("unclosed-flow", "syntax", "dataset_name: d\noutput_dir: out\nnum_iterations: 1\nreward_weights: [1.0, 2.0\n"),
    ("unclosed-quote", "syntax", 'num_iterations: 1\ndataset_name: "d\noutput_dir: out\n'),
    ("colon-in-value", "syntax", "dataset_name: d\nnum_iterations: 1\noutput_dir: a: b\n"),
    ("bad-indent", "syntax", "dataset_name: d\n output_dir: out\n"),
    ("two-documents", "syntax", "dataset_name: d\noutput_dir: out\nnum_iterations: 1\n---\nbeta: 0.1\n"),
    ("document-start", "syntax", "---\ndataset_name: d\noutput_dir: out\n"),
    ("python-tag", "syntax", "num_iterations: 1\ndataset_name: d\noutput_dir: !!python/object/apply:os.getcwd []\n"),
    ("unknown-tag", "syntax", "num_iterations: 1\ndataset_name: d\noutput_dir: !path out\n"),
    ("unknown-alias", "syntax", "num_iterations: 1\ndataset_name: d\noutput_dir: *absent\n"),
    ("json", "syntax", '{"dataset_name": "d", "output_dir": "out", "beta": 0.1}\n'),
    ("percent-start", "syntax", "dataset_name: d\noutput_dir: out\nnum_iterations: 1\nrun_name: %run\n"),
    ("at-start", "syntax", "dataset_name: d\noutput_dir: out\nnum_iterations: 1\nrun_name: @run\n"),
    ("number-key", "keys", "dataset_name: d\noutput_dir: out\nnum_iterations: 1\n1: one\n"),
    ("null-key", "keys", "dataset_name: d\noutput_dir: out\nnum_iterations: 1\n~: one\n"),
    ("yes-key", "keys", "dataset_name: d\noutput_dir: out\nnum_iterations: 1\nyes: one\n"),
    ("list-key", "keys", "dataset_name: d\noutput_dir: out\nnum_iterations: 1\n? [a]\n: one\n"),
    ("self-key", "keys", "dataset_name: d\noutput_dir: out\nnum_iterations: 1\nself: one\n"),
    ("without-dataset", "dataset_name", "output_dir: out\nnum_iterations: 1\n"),
    ("without-output", "output_dir", "dataset_name: d\nnum_iterations: 1\n"),
]

BELOW_BASE = [
    ("duplicate-key", "beta", "beta: 0.1\nbeta: 0.2\n"),
    ("duplicate-key-bad-first", "num_generations", "num_generations: 7\nnum_generations: 8\n"),
    ("duplicate-key-bad-last", "num_generations", "num_generations: 8\nnum_generations: 7\n"),
    ("merge-key", "model_init_kwargs", "model_init_kwargs: &base\n  a: 1\nlr_scheduler_kwargs:\n  <<: *base\n"),
    ("multi-line-string", "run_name", "run_name: |\n  a\n  b\n"),
    ("env", "env", "env:\n  A: 1\n  B: true\n"),
    ("env-list", "env", "env:\n  - A=1\n"),
    ("env-word", "env", "env: A=1\n"),
    ("env-null", "env", "env: null\n"),
    ("env-empty", "env", "env: {}\n"),
    ("env-nested", "env", "env:\n  A:\n    B: 1\n"),
    ("env-number-key", "env", "env:\n  1: a\n"),
    ("env-equals-key", "env", 'env:\n  "A=B": a\n'),
    ("mixture", "datasets", "datasets:\n  - path: a\n  - path: b\n    split: train\n"),
    ("mixture-all-keys", "datasets",
     "datasets:\n  - path: a\n    name: n\n    data_dir: d\n    data_files: f\n    split: s\n    columns: [c]\n"),
    ("mixture-without-path", "datasets", "datasets:\n  - name: a\n"),
    ("mixture-unknown-key", "datasets", "datasets:\n  - path: a\n    weight: 0.5\n"),
    ("mixture-fraction", "datasets", "datasets:\n  - path: a\n    fraction: 0.5\n  - path: b\n    fraction: 0.5\n"),
    ("mixture-fraction-one", "datasets", "datasets:\n  - path: a\n    fraction: 0.5\n  - path: b\n"),
    ("mixture-words", "datasets", "datasets:\n  - a\n  - b\n"),
    ("mixture-mapping", "datasets", "datasets:\n  path: a\n"),
    ("mixture-word", "datasets", "datasets: a\n"),
    ("mixture-null", "datasets", "datasets: null\n"),
    ("mixture-empty", "datasets", "datasets: []\n"),
    ("mixture-empty-item", "datasets", "datasets:\n  - {}\n"),
    ("mixture-split-size", "test_split_size", "datasets:\n  - path: a\ntest_split_size: 0.1\n"),
    ("mixture-split-size-word", "test_split_size", "datasets:\n  - path: a\ntest_split_size: tenth\n"),
    ("mixture-streaming", "streaming", "datasets:\n  - path: a\nstreaming: true\n"),
    ("mixture-streaming-word", "streaming", "datasets:\n  - path: a\nstreaming: always\n"),
]


def cases(random):
    for slug, setting, config in WHOLE:
        yield whole(f"document-{slug}", (setting,), config)
    for slug, setting, lines in BELOW_BASE:
        yield from on_routes(f"document-{slug}", (setting,), lines)
