/** The page before the first statement: examples that run, and the tables with their columns. */
import { Button, Group, Text } from '@mantine/core'
import { Section } from '../parts/page.tsx'
import type { SqlTable } from './sql-completion.ts'
import { useSqlTables } from './use-sql-tables.ts'

const SPAN = 'time >= {from:DateTime64(3)} AND time < {to:DateTime64(3)}'
const EXAMPLES = [
  {
    label: 'Events by source',
    sql: `SELECT source, count() AS events, uniq(host) AS hosts\nFROM events\nWHERE ${SPAN}\nGROUP BY source\nORDER BY events DESC`,
  },
  {
    label: 'Failed logons by hour',
    sql: `SELECT toStartOfHour(time) AS hour, count() AS failures\nFROM events\nWHERE class_uid = 3002 AND status_id = 2 AND ${SPAN}\nGROUP BY hour\nORDER BY hour`,
  },
  {
    label: 'Programs of one host',
    sql: `SELECT time, user, process_name, cmd_line\nFROM events\nWHERE class_uid = 1007 AND lowerUTF8(host) = lowerUTF8({host:String})\n  AND ${SPAN}\nORDER BY time DESC\nLIMIT 200`,
  },
]

export function SqlStart({ use }: { readonly use: (sql: string) => void }) {
  const tables = useSqlTables(true)
  return (
    <>
      <Section title="Begin with an example">
        <Group gap="xs">
          {EXAMPLES.map(({ label, sql }) => (
            <Button key={label} variant="default" onClick={() => use(sql)}>
              {label}
            </Button>
          ))}
        </Group>
        <Text size="sm" className="quiet about" mt="sm">
          One SELECT, DESCRIBE or SHOW TABLES in the SQL of ClickHouse, over the rows of this tenant alone. A value in
          braces, such as <span className="mono">{'{host:String}'}</span>, becomes a field;{' '}
          <span className="mono">from</span> and <span className="mono">to</span> are the time above.
        </Text>
      </Section>
      {tables.length > 0 && (
        <Section title="Tables">
          <div className="stack tight">
            {tables.map((table) => (
              <Columns key={table.name} table={table} />
            ))}
          </div>
        </Section>
      )}
    </>
  )
}

function Columns({ table: { name, columns } }: { readonly table: SqlTable }) {
  return (
    <details>
      <summary>
        <span className="mono">{name}</span> <span className="quiet">{columns.length} columns</span>
      </summary>
      <div className="sql-columns">
        {columns.map(({ name: column, type }) => (
          <div key={column}>
            <span className="mono">{column}</span> <span className="quiet">{type}</span>
          </div>
        ))}
      </div>
    </details>
  )
}
