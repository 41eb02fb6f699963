/** Declaration of an attribute in the format of RFC 7643, section 7, in which `/Schemas` shows it too. */
export type Attribute = {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'complex' | 'dateTime' | 'reference'
  readonly multiValued: boolean
  readonly description: string
  readonly required: boolean
  readonly caseExact: boolean
  readonly mutability: 'readOnly' | 'readWrite' | 'immutable'
  readonly returned: 'always' | 'default'
  readonly uniqueness: 'none' | 'server'
  readonly canonicalValues?: readonly string[]
  readonly referenceTypes?: readonly string[]
  readonly subAttributes?: readonly Attribute[]
}

export type Schema = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly attributes: readonly Attribute[]
}

/**
 * A kind of resource: its schema and its extensions. Each extension is one complex attribute with the schema's URN as
 * its name.
 */
export type ResourceKind = {
  readonly name: 'User' | 'Group'
  readonly endpoint: string
  readonly schema: Schema
  readonly extensions: readonly Schema[]
  /** All that a document of this kind may hold, with the common attributes and the extensions. */
  readonly attributes: readonly Attribute[]
}

const PLAIN = {
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
} as const

export function attribute(name: string, description: string, rest: Partial<Attribute> = {}): Attribute {
  return { name, ...PLAIN, description, ...rest }
}

/** The elements of RFC 7643, section 2.4. */
export function plural(
  name: string,
  description: string,
  canonicalValues: string[],
  more: Attribute[] = [],
): Attribute {
  const subAttributes = [
    attribute('value', 'The value itself.'),
    attribute('display', 'How to show it.'),
    attribute('type', 'What it is for.', { canonicalValues }),
    attribute('primary', 'Whether it is the preferred one.', { type: 'boolean' }),
    ...more,
  ]
  return attribute(name, description, { type: 'complex', multiValued: true, subAttributes })
}

const readOnly = { mutability: 'readOnly' } as const

const COMMON = [
  attribute('schemas', 'The schemas of the resource.', { ...readOnly, multiValued: true, returned: 'always' }),
  attribute('id', 'Given by this service.', { ...readOnly, caseExact: true, returned: 'always', uniqueness: 'server' }),
  attribute('externalId', 'Given by the directory.', { caseExact: true }),
  attribute('meta', 'When it was made and changed.', { ...readOnly, type: 'complex' }),
]

export function resourceKind(
  name: ResourceKind['name'],
  endpoint: string,
  schema: Schema,
  extensions: readonly Schema[],
): ResourceKind {
  const ofExtensions = extensions.map(({ id, description, attributes }) => {
    const isReadOnly = attributes.every(({ mutability }) => mutability === 'readOnly')
    const mutability = isReadOnly ? 'readOnly' : 'readWrite'
    return attribute(id, description, { type: 'complex', mutability, subAttributes: attributes })
  })
  return { name, endpoint, schema, extensions, attributes: [...COMMON, ...schema.attributes, ...ofExtensions] }
}

/** Finds an attribute by name, ignoring case. */
export function attributeNamed(attributes: readonly Attribute[], name: string): Attribute | undefined {
  const folded = name.toLowerCase()
  return attributes.find((one) => one.name.toLowerCase() === folded)
}
