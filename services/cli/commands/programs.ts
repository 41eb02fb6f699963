/** Commands for programs that use the API. */
import { type Command, Option } from 'commander'
import { type CommandGroup, command } from './command.ts'

export const PROGRAMS: CommandGroup = { heading: 'Other programs:', add }

function add(program: Command): void {
  command(
    program,
    'mcp',
    'serve the API as a Model Context Protocol server, with the rights of an API key; over stdio without --http',
  )
    .addOption(new Option('--api-url <url>', 'the API').env('SVC_API_URL'))
    .addOption(new Option('--api-key <key>', 'API key').env('SVC_API_KEY'))
    .option('--http [address]', 'serve streamable HTTP on this port or address; default: 127.0.0.1:8765')
    .action(async (options) => (await import('../mcp.ts')).runMcp(options))

  command(program, 'openapi', 'print the OpenAPI document of the API')
    .option('--collection', 'as a collection of requests for Bruno, Postman and Insomnia')
    .option('--out <file>', 'write it to a file instead')
    .action(async (options) => (await import('../openapi.ts')).runOpenapi(options))

  command(program, 'asyncapi', 'print the AsyncAPI document of streams, topics and web hooks')
    .option('--out <file>', 'write it to a file instead')
    .action(async (options) => (await import('../openapi.ts')).runAsyncapi(options))
}
