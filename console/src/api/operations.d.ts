declare module 'virtual:operations' {
  /** The permission that each operation needs; null: none. */
  const operations: Readonly<Record<string, string | null>>
  export default operations
}

declare module 'virtual:requests' {
  /** The schema from which a form is drawn: the subset of JSON Schema that the API's requests use. */
  export type FieldSchema = {
    readonly type?: string
    readonly enum?: readonly (string | number)[]
    readonly const?: unknown
    readonly anyOf?: readonly FieldSchema[]
    readonly format?: string
    readonly pattern?: string
    readonly minimum?: number
    readonly maximum?: number
    readonly minLength?: number
    readonly maxLength?: number
    readonly minItems?: number
    readonly maxItems?: number
    readonly default?: unknown
    readonly description?: string
    readonly items?: FieldSchema
    readonly required?: readonly string[]
    readonly properties?: Readonly<Record<string, FieldSchema>>
    readonly additionalProperties?: FieldSchema | boolean
  }
  const requests: Readonly<Record<string, FieldSchema>>
  export default requests
}
