# https://openapi-generator.tech
artifact=org.openapitools:openapi-generator-cli:7.17.0
[ -f openapi-generator-cli.jar ] || mvn -q -B dependency:copy -Dartifact=$artifact -DoutputDirectory=. -Dmdep.stripVersion=true
rm -rf src target/classes
java -jar openapi-generator-cli.jar generate -g java --library native --additional-properties containerDefaultToNull=true -i "$DOCUMENT" -o . > generate.log
cp "$PROGRAMS/openapi-generator-java.java" src/main/java/Program.java
mvn -q -B compile dependency:copy-dependencies -DoutputDirectory=target/libraries
java -cp 'target/classes:target/libraries/*' Program
