/** What a sender's name of a field stands for, by the tables of all sources and the Elastic Common Schema. */
import { ECS } from './mapping/views/ecs.ts'
import { SOURCES } from './registry.ts'

let known: ReadonlyMap<string, ReadonlySet<string>> | null = null

/** OCSF paths, whatever the case of the name; none for a name that no table has. */
export function pathsOfSentName(name: string): readonly string[] {
  known ??= readTables()
  return [...(known.get(name.toLowerCase()) ?? [])]
}

function readTables(): ReadonlyMap<string, ReadonlySet<string>> {
  const paths = new Map<string, Set<string>>()
  const add = (name: string, path: string) => {
    const key = name.toLowerCase()
    paths.set(key, (paths.get(key) ?? new Set()).add(path))
  }
  for (const [source] of SOURCES) for (const [name, path] of source.sentNames()) add(name, path)
  for (const [name, of] of Object.entries(ECS)) for (const path of of) add(name, path)
  return paths
}
