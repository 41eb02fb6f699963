/** A field for each parameter of a statement in SQL. */
import { Group, TextInput } from '@mantine/core'
import { openParametersOf, type Values } from './sql-statement.ts'

const VALUE_CHARS_MAX = 500
/** Names of the fields in the form begin with this. */
const FIELD = 'value.'

type SqlParametersProps = { readonly sql: string; readonly values: Values }

export function SqlParameters({ sql, values }: SqlParametersProps) {
  const parameters = openParametersOf(sql)
  if (parameters.length === 0) return null
  return (
    <Group gap="sm" w="100%">
      {parameters.map(({ name, type }) => (
        <TextInput
          // Another link has other values.
          key={`${name} ${values[name]}`}
          name={`${FIELD}${name}`}
          label={name}
          description={type}
          defaultValue={values[name] ?? ''}
          maxLength={VALUE_CHARS_MAX}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'mono-input' }}
        />
      ))}
    </Group>
  )
}

/** The values of the form as a link has them; undefined without any. An empty field is a value that is missing. */
export function valuesIn(form: FormData): string | undefined {
  const values = [...form].flatMap(([name, value]) =>
    name.startsWith(FIELD) && value !== '' ? [[name.slice(FIELD.length), String(value)] as const] : [],
  )
  return values.length === 0 ? undefined : JSON.stringify(Object.fromEntries(values))
}
