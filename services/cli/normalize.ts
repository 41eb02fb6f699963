/**
 * `svc normalize --format F FILE`: the OCSF event of each event of a file as NDJSON on stdout, as the pipeline makes it, with
 * the whole record under `unmapped`; what cannot be decoded or mapped on stderr as `line N: reason`. Lines are counted from 1, events of
 * a file that is one JSON value by their place in it. `--fidelity` prints the share of fields and bytes that the
 * mapping reads instead of the events. `--ocsf-version` gives the events in another version of OCSF, `--tenant` in the
 * one that the tenant has pinned. `--received` is the time of receipt, by which dates without a year are read.
 */
import { Fidelity, type FidelityReport } from '../../connectors/mapping/fidelity.ts'
import type { SourceMapping } from '../../connectors/mapping/source-mapping.ts'
import { normalisedEvents } from '../../pipeline/sample/sample-events.ts'
import { AppError } from '../../platform/errors.ts'
import { asVersion } from '../../schemas/ocsf/as-version.ts'
import { OCSF_VERSION, ocsfVersions } from '../../schemas/ocsf/dictionary.ts'
import { readBody } from './event-file.ts'
import { formatOption } from './format-option.ts'
import { pinnedVersion } from './tenant-ocsf.ts'
import { timeOf } from './time-span.ts'
import { writeOut } from './write-out.ts'

export type NormalizeOptions = {
  readonly format: string
  readonly fidelity?: boolean
  readonly ocsfVersion?: string
  readonly tenant?: string
  readonly received?: string
}

/** Exit status 1 when anything was rejected. */
export async function runNormalize(file: string, options: NormalizeOptions): Promise<void> {
  const version = await versionOf(options)
  const format = formatOption(options.format)
  const receivedMs = options.received === undefined ? Date.now() : timeOf('--received', options.received)
  const fidelity = new Fidelity()
  let rejected = 0
  for (const found of normalisedEvents(readBody(file), format, { receivedMs })) {
    if ('reason' in found) {
      rejected++
      process.stderr.write(`line ${found.line}: ${found.reason}\n`)
    } else if (!options.fidelity) await writeOut(`${JSON.stringify(asVersion(found.event, version)?.event)}\n`)
    else if (found.mapping !== null && 'recognises' in found.mapping)
      fidelity.add(found.mapping as SourceMapping, found.record)
  }
  if (options.fidelity) await writeOut(fidelityTable(fidelity.report()))
  if (rejected > 0) process.exitCode = 1
}

/** Throws `bad_request` for an unknown OCSF version, and `not_found` for an unknown tenant. */
async function versionOf({ ocsfVersion, tenant }: NormalizeOptions): Promise<string> {
  const version = ocsfVersion ?? (tenant === undefined ? OCSF_VERSION : await pinnedVersion(tenant))
  if (ocsfVersions().includes(version)) return version
  throw new AppError('bad_request', `OCSF versions are ${ocsfVersions().join(', ')}`)
}

const UNMAPPED_SHOWN = 20

function fidelityTable({ records, unclassified, paths, bytes, unmapped }: FidelityReport): string {
  const share = (part: number, of: Readonly<Record<string, number>>) => {
    const all = Object.values(of).reduce((sum, value) => sum + value, 0)
    return all === 0 ? '-' : `${((100 * part) / all).toFixed(1)}%`
  }
  const rows = (['mapped', 'derived', 'unmapped'] as const).map(
    (fate) => `${fate.padEnd(10)}${share(paths[fate], paths).padStart(8)}${share(bytes[fate], bytes).padStart(8)}`,
  )
  const rest = unmapped
    .slice(0, UNMAPPED_SHOWN)
    .map(({ path, bytes: size }) => `  ${String(size).padStart(10)}  ${path}`)
  return [
    `${records} records by a table, ${unclassified} of them without a class of their own`,
    `${''.padEnd(10)}${'paths'.padStart(8)}${'bytes'.padStart(8)}`,
    ...rows,
    ...(rest.length > 0 ? ['unmapped, by bytes:', ...rest] : []),
    '',
  ].join('\n')
}
