# https://github.com/oapi-codegen/oapi-codegen
[ -x oapi-codegen ] || GOBIN=$PWD go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2
mkdir -p outreach
# Without `skip-prune`, it removes the events, which only webhooks use. Without `nullable-type`, no field can be set to null.
cat > config.yaml <<'YAML'
package: outreach
output: outreach/client.gen.go
generate: { models: true, client: true }
output-options: { skip-prune: true, nullable-type: true }
YAML
./oapi-codegen -config config.yaml "$DOCUMENT"
cp "$PROGRAMS/oapi-codegen.go" main.go
[ -f go.mod ] || go mod init example.com/program
go mod tidy
go run .
