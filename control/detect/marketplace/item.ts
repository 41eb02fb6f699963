/** An item of the marketplace: its manifest, and files that become rules, hunts and playbooks. */

import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { SEVERITIES } from '../../../detections/plan/plan.ts'
import { inputFaults } from '../../../platform/schema-faults.ts'
import { closed } from '../../../schemas/wire.ts'
import { MARKETPLACE_LIMITS } from './limits.ts'

export const ITEM_KINDS = ['detection', 'hunt', 'playbook', 'connector', 'pack'] as const

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000]*$' })

export const manifestSchema = Type.Object(
  {
    slug: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,62}[a-z0-9]$' }),
    name: text(200),
    version: Type.String({ pattern: '^\\d{1,6}\\.\\d{1,6}\\.\\d{1,6}$' }),
    /** `pack`: of several kinds. */
    kind: Type.Enum([...ITEM_KINDS]),
    description: text(5000),
    author: text(120),
    category: text(60),
    severity: Type.Optional(Type.Enum([...SEVERITIES])),
    mitre_techniques: Type.Array(Type.String({ pattern: '^T\\d{4}(\\.\\d{3})?$' }), {
      maxItems: 200,
      uniqueItems: true,
    }),
    tags: Type.Array(text(60), { maxItems: 30, uniqueItems: true }),
  },
  closed,
)
export type Manifest = Static<typeof manifestSchema>

const packageSchema = Type.Object(
  {
    manifest: manifestSchema,
    files: Type.Array(
      Type.Object(
        {
          path: Type.String({ pattern: '^(rules|hunts|playbooks|connectors)(/[a-z0-9][a-z0-9._-]{0,80}){1,3}$' }),
          text: Type.String({ maxLength: MARKETPLACE_LIMITS.bytes }),
        },
        closed,
      ),
      { minItems: 1, maxItems: MARKETPLACE_LIMITS.files },
    ),
  },
  closed,
)
/** An item with everything that is in it. */
export type ItemPackage = Static<typeof packageSchema>
export type ItemFile = ItemPackage['files'][number]

/** An item as a list shows it. */
export type Listed = {
  readonly manifest: Manifest
  readonly source: 'builtin' | 'remote'
  /** Digest of the file in a remote catalogue, or of the manifest and files of a built-in item. */
  readonly sha256: Buffer
}

const compiled = Compile(packageSchema)

/** Describes the fault of a value as a package; null when it is valid. */
export function packageFault(value: unknown): string | null {
  if (!compiled.Check(value)) {
    const [first] = inputFaults([...compiled.Errors(value)])
    return `${first?.loc.join('.') || 'the item'}: ${first?.msg ?? 'is no item'}`
  }
  const paths = value.files.map(({ path }) => path)
  if (new Set(paths).size < paths.length) return 'two of its files have one path'
  const bytes = value.files.reduce((sum, file) => sum + Buffer.byteLength(file.text), 0)
  return bytes > MARKETPLACE_LIMITS.bytes ? `has more than ${MARKETPLACE_LIMITS.bytes} bytes` : null
}

export function isPackage(input: unknown): input is ItemPackage {
  return packageFault(input) === null
}

/** Digest of manifest and files, independent of the order of files and members. */
export function packageDigest({ manifest, files }: ItemPackage): Buffer {
  const sorted = files.map(({ path, text: own }) => [path, own]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  const entries = Object.entries(manifest).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([entries, sorted]))
    .digest()
}

/** Below 0: `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)]
  const at = left.findIndex((part, place) => part !== right[place])
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}
