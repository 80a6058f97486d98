# https://openapi-generator.tech
artifact=org.openapitools:openapi-generator-cli:7.17.0
[ -f openapi-generator-cli.jar ] || mvn -q -B dependency:copy -Dartifact=$artifact -DoutputDirectory=. -Dmdep.stripVersion=true
rm -rf openapi src
java -jar openapi-generator-cli.jar generate -g rust -i "$DOCUMENT" -o openapi > generate.log
mkdir -p src
cp "$PROGRAMS/openapi-generator-rust.rs" src/main.rs
cat > Cargo.toml <<'TOML'
[package]
name = "program"
edition = "2021"
[dependencies]
openapi = { path = "openapi" }
serde_json = "1"
tokio = { version = "1", features = ["macros", "rt-multi-thread"] }
[profile.dev]
debug = false
TOML
cargo run --quiet
