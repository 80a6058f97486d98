# infra/clients/go
node "$PROJECT/infra/clients/main.ts" --language go --out clients
(cd clients/go && go vet ./...)
mkdir -p examples
cp "$PROGRAMS/sdk-go.go" main.go
node "$PROJECT/test/clients/support/examples.mjs" clients/go/README.md go examples/examples.go
cat > go.mod <<'MOD'
module example.com/program

go 1.26

require example.com/outreach v0.0.0

replace example.com/outreach => ./clients/go
MOD
go mod tidy
go vet ./...
go run .
