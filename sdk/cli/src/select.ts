/** A small part of jq: paths such as `.items[].title`, `.columns[0]`, several with commas between them. */
import { UsageError } from './usage-error.ts'

type Step =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'all' }
  | { readonly kind: 'at'; readonly at: number }

export function select(value: unknown, expression: string): unknown[] {
  return expression.split(',').flatMap((path) => walk([value], stepsOf(path.trim())))
}

function stepsOf(path: string): Step[] {
  if (path === '.') return []
  const steps: Step[] = []
  let rest = path
  while (rest !== '') {
    const [whole = '', name, quoted, index] =
      /^(?:\.?([A-Za-z_][\w-]*)|\.?\["([^"]*)"\]|\.?\[(-?\d*)\])/.exec(rest) ?? []
    if (whole === '' || (steps.length === 0 && !path.startsWith('.')))
      throw new UsageError(`--jq takes paths such as .items[].title, not ${path}`)
    if (index === '') steps.push({ kind: 'all' })
    else if (index !== undefined) steps.push({ kind: 'at', at: Number(index) })
    else steps.push({ kind: 'field', name: name ?? quoted ?? '' })
    rest = rest.slice(whole.length)
  }
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
