/**
 * The OCSF paths that a sender's name of a field stands for, by the tables of all sources and the Elastic Common Schema. They are read
 * from a file: the tables themselves are three hundred modules, which a process that sends messages does not need.
 */
import fs from 'node:fs'

export const SENT_NAMES_FILE = new URL('./sent-names.json', import.meta.url).pathname

let known: Readonly<Record<string, string>> | null = null

/** OCSF paths, whatever the case of the name; none for a name that no table has. */
export function pathsOfSentName(name: string): readonly string[] {
  known ??= JSON.parse(fs.readFileSync(SENT_NAMES_FILE, 'utf8')) as Readonly<Record<string, string>>
  const key = name.toLowerCase()
  return Object.hasOwn(known, key) ? (known[key]?.split(' ') ?? []) : []
}
