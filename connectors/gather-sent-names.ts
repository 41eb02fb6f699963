/**
 * Makes the text of `sent-names.json` from the tables: the OCSF paths for each sender's name, in lower case and sorted.
 */
import { ECS } from './mapping/views/ecs.ts'
import { SOURCES } from './registry.ts'

/** The text of the file: a line for each name, its paths with blanks between them. */
export function sentNamesText(): string {
  const paths = new Map<string, Set<string>>()
  const add = (name: string, path: string) => {
    const key = name.toLowerCase()
    paths.set(key, (paths.get(key) ?? new Set()).add(path))
  }
  for (const [source] of SOURCES) for (const [name, path] of source.sentNames()) add(name, path)
  for (const [name, of] of Object.entries(ECS)) for (const path of of) add(name, path)
  const lines = [...paths.keys()].sort().map((name) => {
    return `  ${JSON.stringify(name)}: ${JSON.stringify([...(paths.get(name) ?? [])].sort().join(' '))}`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}
