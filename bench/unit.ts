/**
 * The unit of every bench: JSON.parse of the same events, on this machine, in this run. CPU microseconds an event: of its
 * text (`microseconds`), and of its bytes, of which a text is made first (`fromBytes`).
 */
export function jsonParseUnit(bodies: readonly Buffer[]): {
  readonly microseconds: number
  readonly fromBytes: number
  readonly bytesPerEvent: number
} {
  const lines = bodies.flatMap((body) => body.toString().split('\n')).filter(isJson)
  const inBytes = lines.map((line) => Buffer.from(line))
  const bytes = inBytes.reduce((sum, { length }) => sum + length, 0)
  return {
    microseconds: cpuUs(() => parseAll(lines)) / lines.length,
    fromBytes: cpuUs(() => parseAllBytes(inBytes)) / lines.length,
    bytesPerEvent: bytes / lines.length,
  }
}

/** Of the second run: the first warms up. */
function cpuUs(run: () => void): number {
  run()
  const startedAt = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(startedAt)
  return user + system
}

/** The bundled sample has lines that are none, on purpose. */
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
