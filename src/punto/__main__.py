from punto.cli.main import main

main(prog_name="punto")
