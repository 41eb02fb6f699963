/** The unit of every bench: JSON.parse of the same events, on this machine, in this run. CPU microseconds an event. */
export function jsonParseUnit(bodies: readonly Buffer[]): {
  readonly microseconds: number
  readonly bytesPerEvent: number
} {
  const lines = bodies.flatMap((body) => body.toString().split('\n')).filter(isJson)
  parseAll(lines) // warm
  const startedAt = process.cpuUsage()
  parseAll(lines)
  const { user, system } = process.cpuUsage(startedAt)
  const bytes = bodies.reduce((sum, body) => sum + body.length, 0)
  return { microseconds: (user + system) / lines.length, bytesPerEvent: bytes / lines.length }
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
  if (sink === undefined) throw new Error('nothing was parsed')
}
