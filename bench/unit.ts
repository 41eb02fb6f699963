/**
 * The unit of every benchmark: CPU microseconds for `JSON.parse` of one event, with the same events, machine and run.
 */
export function jsonParseUnit(bodies: readonly Buffer[]): {
  readonly microseconds: number
  readonly bytesPerEvent: number
} {
  const lines = linesOf(bodies)
  const bytes = bodies.reduce((sum, body) => sum + body.length, 0)
  return { microseconds: cpuUs(() => parseAll(lines)) / lines.length, bytesPerEvent: bytes / lines.length }
}

/** The same for an event's bytes, which are decoded to text first. */
export function jsonParseOfBytesUs(bodies: readonly Buffer[]): number {
  const lines = linesOf(bodies).map((line) => Buffer.from(line))
  return cpuUs(() => parseAllBytes(lines)) / lines.length
}

function linesOf(bodies: readonly Buffer[]): string[] {
  return bodies.flatMap((body) => body.toString().split('\n')).filter(isJson)
}

/** CPU time of the second run: the first warms up. */
function cpuUs(run: () => void): number {
  run()
  const startedAt = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(startedAt)
  return user + system
}

/** The bundled sample has lines that are not JSON, on purpose. */
function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

let sink: unknown

function parseAll(lines: readonly string[]): void {
  for (const line of lines) sink = JSON.parse(line)
  assertParsed()
}

function parseAllBytes(lines: readonly Buffer[]): void {
  for (const line of lines) sink = JSON.parse(line.toString())
  assertParsed()
}

function assertParsed(): void {
  if (sink === undefined) throw new Error('nothing was parsed')
}
