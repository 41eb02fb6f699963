/** `SVC_DISABLE_NAME` switches a subsystem of the API off. */
import { flag, type Setting } from '../../platform/config.ts'
import { SUBSYSTEMS } from '../route-config.ts'

const DISABLE = 'SVC_DISABLE_'

/** `SVC_DISABLE_GRAPHQL=1` switches `graphql` off. A name that nothing answers to is a fault: it would switch off nothing. */
export function disableFlags(env: NodeJS.ProcessEnv): Readonly<Record<string, Setting<boolean>>> {
  const names = Object.keys(env).filter((name) => name.startsWith(DISABLE))
  return Object.fromEntries(names.map((name) => [name, disableFlag(name)]))
}

export function subsystemsIn(flags: object, values: object): ReadonlySet<string> {
  const isOn = new Map(Object.entries(values))
  return new Set(
    Object.keys(flags)
      .filter((name) => isOn.get(name) === true)
      .map(subsystemOf),
  )
}

function disableFlag(name: string): Setting<boolean> {
  const setting = flag(name, 'switches a subsystem off')
  const isKnown = SUBSYSTEMS.some((subsystem) => subsystem === subsystemOf(name))
  const parse = (value: string) => {
    if (!isKnown) throw new Error(`no such subsystem; there are ${SUBSYSTEMS.join(', ')}`)
    return setting.parse(value)
  }
  return { ...setting, parse }
}

function subsystemOf(name: string): string {
  return name.slice(DISABLE.length).toLowerCase()
}
