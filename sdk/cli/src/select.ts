/** A small part of jq: paths such as `.items[].title`, `.columns[0]`, with commas or pipes between them. */
import { UsageError } from './usage-error.ts'

type Step =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'all' }
  | { readonly kind: 'at'; readonly at: number }

/** A selection: each stage is a list of paths into the values of the stage before it. */
type Stages = readonly (readonly (readonly Step[])[])[]

export function select(value: unknown, expression: string): unknown[] {
  return selectBy([value], stagesOf(expression))
}

function selectBy(values: readonly unknown[], stages: Stages): unknown[] {
  return stages.reduce<unknown[]>(
    (at, paths) => at.flatMap((value) => paths.flatMap((steps) => walk([value], steps))),
    [...values],
  )
}

/**
 * Selects from a list, whose items `--json` prints: `.title` is a member of each item. `.[].title` and `.[0]` begin with
 * the list, and a path that begins with a member of the page, such as `.items[].title`, with the page.
 */
export function selectFromList(page: object, member: string, items: readonly unknown[], expression: string): unknown[] {
  const stages = stagesOf(expression)
  const [first = []] = stages
  if (first.every(([step]) => step?.kind === 'all' || step?.kind === 'at')) return selectBy([items], stages)
  const isOfPage = ([step]: readonly Step[]) =>
    step?.kind === 'field' &&
    (step.name === member || step.name === 'next_cursor' || Object.hasOwn(page, step.name)) &&
    !items.some((item) => Object.hasOwn(objectOf(item), step.name))
  if (first.some(isOfPage)) return selectBy([page], stages)
  return selectBy(items, stages)
}

/** True if the selection from a list needs its items one by one only, so that pages can be printed as they arrive. */
export function isItemwise(expression: string): boolean {
  return stagesOf(expression)[0]?.every((steps) => !steps.slice(0, 2).some(({ kind }) => kind === 'at')) ?? true
}

function stagesOf(expression: string): Stages {
  return split(expression, '|').map((stage) => split(stage, ',').map((path) => stepsOf(path.trim())))
}

/** Splits at a character that is not inside of quotes. */
function split(text: string, at: string): string[] {
  const parts = ['']
  let isQuoted = false
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted
    if (char === at && !isQuoted) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts
}

function stepsOf(path: string): Step[] {
  if (path === '.') return []
  const steps: Step[] = []
  let rest = path
  do {
    const [whole = '', name, quoted, index] =
      /^(?:\.?([A-Za-z_][\w-]*)|\.?\["([^"]*)"\]|\.?\[(-?\d*)\])/.exec(rest) ?? []
    if (whole === '' || (steps.length === 0 && !path.startsWith('.')))
      throw new UsageError(`--jq takes paths such as .title or .tags[0], not ${path === '' ? 'nothing' : path}`)
    if (index === '') steps.push({ kind: 'all' })
    else if (index !== undefined) steps.push({ kind: 'at', at: Number(index) })
    else steps.push({ kind: 'field', name: name ?? quoted ?? '' })
    rest = rest.slice(whole.length)
  } while (rest !== '')
  return steps
}

function walk(values: readonly unknown[], steps: readonly Step[]): unknown[] {
  return steps.reduce<unknown[]>((at, step) => at.flatMap((value) => next(value, step)), [...values])
}

function next(value: unknown, step: Step): unknown[] {
  if (step.kind === 'all') return Array.isArray(value) ? value : Object.values(objectOf(value))
  if (step.kind === 'at') return [Array.isArray(value) ? (value.at(step.at) ?? null) : null]
  const object = objectOf(value)
  return [Object.hasOwn(object, step.name) ? object[step.name] : null]
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
