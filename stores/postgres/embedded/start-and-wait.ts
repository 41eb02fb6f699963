/**
 * A starter in a process of its own, for tests that kill it: starts the server, prints the result as one JSON line, and
 * waits for its end. Arguments: data directory, port.
 */
import { pino } from 'pino'
import { startEmbeddedPostgres } from './start.ts'

const [dataDir = '', port = ''] = process.argv.slice(2)
const server = await startEmbeddedPostgres({ dataDir, port: Number(port), log: pino({ level: 'silent' }) })
process.stdout.write(`${JSON.stringify({ url: server.url, pid: server.pid })}\n`)
process.on('SIGTERM', () => void server.stop())
setInterval(() => undefined, 60_000)
void server.exited.then(() => process.exit())
