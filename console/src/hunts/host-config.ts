/** The configuration of hosts with osquery, as rows to look at and as text to edit. */
import type { Schemas } from '../api/client.ts'

export type HostConfig = Schemas['OsqueryConfig']
export type Scheduled = NonNullable<HostConfig['schedule']>[string]

export type ScheduledRow = Scheduled & {
  readonly name: string
  /** Null for a query of the schedule itself. */
  readonly pack: string | null
}

/** Queries of the schedule by name, then those of packs. */
export function scheduledOf({ schedule = {}, packs = {} }: HostConfig): readonly ScheduledRow[] {
  return [
    ...byName(schedule).map(([name, query]) => ({ ...query, name, pack: null })),
    ...byName(packs).flatMap(([pack, { queries }]) =>
      byName(queries).map(([name, query]) => ({ ...query, name, pack })),
    ),
  ]
}

/** The API keeps no order of names. */
const byName = <T>(of: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(of).sort(([a], [b]) => a.localeCompare(b))

/** The configuration with a query of the schedule that is new or replaced. */
export const withScheduled = (config: HostConfig, name: string, query: Scheduled): HostConfig => ({
  ...config,
  schedule: { ...config.schedule, [name]: query },
})

/** The configuration without a query; a pack without queries is left out too. */
export function withoutScheduled(config: HostConfig, { name, pack }: Pick<ScheduledRow, 'name' | 'pack'>): HostConfig {
  if (pack === null) return { ...config, schedule: without(config.schedule ?? {}, name) }
  const { [pack]: own, ...others } = config.packs ?? {}
  if (own === undefined) return config
  const queries = without(own.queries, name)
  return { ...config, packs: Object.keys(queries).length === 0 ? others : { ...others, [pack]: { ...own, queries } } }
}

const without = <T>(of: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(of).filter(([key]) => key !== name))

export const textOfConfig = (config: HostConfig): string => `${JSON.stringify(config, null, 2)}\n`

const PARTS = ['options', 'schedule', 'packs', 'decorators', 'file_paths'] as const

/** The configuration of a text, or why it is none. The API checks everything else. */
export function configOfText(text: string): { readonly config: HostConfig } | { readonly fault: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { fault: `This is no JSON: ${(error as Error).message}` }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { fault: 'The configuration is a JSON object.' }
  const unknown = Object.keys(value).filter((name) => !PARTS.some((part) => part === name))
  if (unknown.length > 0) return { fault: `There is no ${unknown.join(', ')}: the parts are ${PARTS.join(', ')}.` }
  return { config: value }
}
