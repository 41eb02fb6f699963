import { Button, Group, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { bodyOf, POST } from '../api/client.ts'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { counted } from '../parts/words.ts'

const VALUES_MAX = 1_000
/** The page's words for the API's verdicts. */
const VERDICTS: Readonly<Record<string, string>> = {
  ...{ listed: 'listed', flagged: 'listed, but known good', known_good: 'known good' },
  ...{ unknown: 'not known', not_a_value: 'no value' },
}

const valuesIn = (text: string) => text.split(/[\s,;]+/).filter((one) => one !== '')

/** Checks values from a report, one on each line, against indicators and lists of known-good values. */
export function BulkCheck() {
  const [text, setText] = useState('')
  const check = useMutation({
    mutationFn: (values: string[]) => bodyOf(POST('/api/v1/intel/check', { body: { values } })),
  })
  const values = valuesIn(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (values.length > 0 && values.length <= VALUES_MAX) check.mutate(values)
  }
  return (
    <Section title="Check many values">
      <form onSubmit={submit}>
        <Textarea
          aria-label="Values to check"
          placeholder="Addresses, domains, URLs, hashes, mail addresses: one per line, defanged or not"
          autosize
          minRows={3}
          maxRows={12}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={values.length > VALUES_MAX ? `At most ${VALUES_MAX} at once; these are ${values.length}.` : null}
        />
        <Group mt="xs">
          <Button type="submit" variant="default" loading={check.isPending} disabled={values.length === 0}>
            Check
          </Button>
          {values.length > 0 && <Text size="sm">{counted(values.length, 'value', 'values')}</Text>}
        </Group>
      </form>
      {check.error && <Failure error={check.error} />}
      {check.data && (
        <Table
          name="Checked values"
          rows={check.data.values.map((item, at) => ({ ...item, at }))}
          keyOf={({ at }) => String(at)}
          columns={[
            { head: 'Value', isMono: true, cell: ({ value }) => <Shown text={value} lengthMax={200} /> },
            { head: 'Kind', isShort: true, cell: ({ ioc_type: kind }) => kind ?? '–' },
            { head: 'Verdict', isShort: true, cell: ({ verdict }) => VERDICTS[verdict] ?? verdict },
            {
              head: 'Listed by',
              cell: ({ matches }) => <Shown text={matches.map(({ source }) => source).join(', ')} lengthMax={200} />,
            },
            {
              head: 'Known good on',
              cell: ({ known_good: good }) => (
                <Shown text={good.map(({ list, entry }) => `${list} (${entry})`).join(', ')} lengthMax={300} />
              ),
            },
          ]}
        />
      )}
    </Section>
  )
}
