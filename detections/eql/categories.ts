/**
 * Maps event categories of EQL to events. Events as Elastic's shippers write them name it in `event.category`; for
 * every other event the OCSF class decides. A rule has no log source: many products write one category, and Sigma's
 * words (`process_creation`) are narrower than EQL's (`process`).
 */
import { type Expr, or } from '../plan/expr.ts'

/**
 * OCSF class ids, schema 1.8.0, by category of ECS 8, Elastic Endpoint (`dns`) and Endgame (`image_load`, ...). Tasks and
 * services of Windows are `iam` too, as winlogbeat has it.
 */
const CLASSES: Readonly<Record<string, readonly number[]>> = {
  api: [6003],
  authentication: [3002],
  configuration: [1006, 5002, 5019, 201004],
  database: [6005],
  dns: [4003],
  driver: [1002],
  email: [4009, 4011, 4012],
  file: [1001, 4010, 6006],
  iam: [1006, 3001, 3003, 3004, 3005, 3006, 201004],
  image_load: [1005],
  intrusion_detection: [2001, 2004],
  library: [1005],
  malware: [2001, 2004],
  network: [4001, 4002, 4003, 4004, 4005, 4006, 4007, 4008, 4013, 4014],
  process: [1007],
  registry: [201001, 201002],
  security: [3001, 3002, 3003, 3004, 3005, 3006],
  session: [3003],
  vulnerability: [2002],
  web: [4002, 6004],
}

/** Categories that only Elastic's own sensors write; ECS uses other categories for those events. */
const OF_SENSORS: ReadonlySet<string> = new Set(['dns', 'image_load', 'security'])

/** ECS values of `event.category` for an OCSF class; empty for a class that ECS has no word for. */
export function categoriesOf(classUid: number): readonly string[] {
  return Object.keys(CLASSES).filter((name) => !OF_SENSORS.has(name) && CLASSES[name]?.includes(classUid))
}

/** `null` means any category, and gives no condition. A category without a class is found by its name only. */
export function categoryCondition(category: string | null): Expr | null {
  if (category === null) return null
  const classes = Object.hasOwn(CLASSES, category) ? (CLASSES[category] ?? []) : []
  return or(
    { kind: 'field', field: 'event.category', test: { op: 'equals', text: category, cased: true } },
    ...classes.map((value): Expr => ({ kind: 'field', field: 'class_uid', test: { op: 'number', value } })),
  )
}
