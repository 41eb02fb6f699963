/**
 * Sources whose table is loaded without those of all others, for a command that names its format: loading all of them
 * takes longer than matching a small file.
 */
import type { SourceMapping } from './mapping/source-mapping.ts'

const ALONE = new Map<string, () => Promise<SourceMapping>>(
  ['windows', 'windows_event', 'winlogbeat', 'nxlog', 'sysmon', 'evtx'].map((name) => [name, loadWindows]),
)

/** As `sourceOf` of the registry; null of a format whose source is not loaded alone. */
export async function sourceAlone(format: string): Promise<SourceMapping | null> {
  return (await ALONE.get(format.toLowerCase())?.()) ?? null
}

export const FORMATS_ALONE: readonly string[] = [...ALONE.keys()]

async function loadWindows(): Promise<SourceMapping> {
  return (await import('./vendors/windows/mapping.ts')).windows
}
