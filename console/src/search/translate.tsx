/** A search in the languages of other SIEMs, with what each of them can say of it. */
import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bodyOf, POST, type Schemas } from '../api/client.ts'
import { Dialog } from '../parts/operation-form.tsx'
import { Shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { Copyable } from '../settings/secret.tsx'

type Translation = Schemas['FederatedTranslations']['translations'][number]

const NAMES: Readonly<Record<Translation['dialect'], string>> = {
  spl: 'Splunk (SPL)',
  kql: 'Sentinel and Defender (KQL)',
  esql: 'Elastic (ES|QL)',
}

export function Translate({ query }: { readonly query: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" title="This search in the languages of other SIEMs" onClick={() => setOpen(true)}>
        Translate
      </Button>
      <Dialog title="In the languages of other SIEMs" isOpen={isOpen} close={() => setOpen(false)}>
        <Translations query={query} />
      </Dialog>
    </>
  )
}

function Translations({ query }: { readonly query: string }) {
  const found = useQuery({
    queryKey: ['translate', query],
    queryFn: () => bodyOf(POST('/api/v1/federated/translate', { body: { query } })),
    retry: false,
  })
  return (
    <Loaded query={found} lines={6}>
      {({ translations }) => (
        <Stack gap="md">
          {translations.map((one) => (
            <Of key={one.dialect} translation={one} />
          ))}
        </Stack>
      )}
    </Loaded>
  )
}

/** Conditions that the other language has are left out: the statement shows them. */
function Of({ translation: { dialect, statement, predicates, notes } }: { readonly translation: Translation }) {
  const others = predicates.filter(({ verdict }) => verdict !== 'pushed_down')
  return (
    <section aria-label={NAMES[dialect]}>
      <Text size="sm" fw={600} mb={4}>
        {NAMES[dialect]}
      </Text>
      {statement === null ? (
        <Text size="sm">It cannot be asked there.</Text>
      ) : (
        <Copyable name={`The search for ${NAMES[dialect]}`} text={statement} />
      )}
      <ul className="faults">
        {others.map(({ predicate, at, verdict, reason }) => (
          <li key={at}>
            <span className="mono">
              <Shown text={predicate} lengthMax={160} />
            </span>{' '}
            {verdict === 'filtered_after' ? 'is checked on the rows that come back' : 'cannot be said there'}
            {reason !== null && (
              <>
                : <Shown text={reason} lengthMax={300} />
              </>
            )}
          </li>
        ))}
        {notes.map((note) => (
          <li key={note} className="quiet">
            <Shown text={note} lengthMax={300} />
          </li>
        ))}
      </ul>
    </section>
  )
}
