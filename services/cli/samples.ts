/** The sample events of the program; `samples/README.md` describes them. */
import fs from 'node:fs'

export type Sample = {
  readonly file: string
  readonly format: string
  /** Connector the events are counted under. */
  readonly connector: string
}

const FOLDER = new URL('../../samples/', import.meta.url)

export const SAMPLES: readonly Sample[] = [
  sample('windows-sysmon.ndjson', 'auto', 'windows-sysmon'),
  sample('linux-sshd.ndjson', 'json', 'linux-sshd'),
  sample('cloud-audit.ndjson', 'json', 'cloud-audit'),
  sample('ocsf.ndjson', 'ocsf', 'identity-gateway'),
  sample('firewall.cef', 'cef', 'edge-firewall'),
]

/** Events in a file: its lines that are not blank. */
export function eventsIn({ file }: Sample): number {
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '').length
}

function sample(name: string, format: string, connector: string): Sample {
  return { file: new URL(name, FOLDER).pathname, format, connector }
}
