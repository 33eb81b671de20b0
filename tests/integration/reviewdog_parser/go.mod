module github.com/grpolint/grpolint/tests/integration/reviewdog_parser

go 1.21.7

require (
	github.com/reviewdog/reviewdog v0.20.3
	google.golang.org/protobuf v1.35.2
)

require (
	github.com/haya14busa/go-sarif v0.0.0-20240630170108-a3ba8d79599f // indirect
	github.com/reviewdog/errorformat v0.0.0-20240608101709-1d3280ed6bd4 // indirect
)
