/** The form of a new customer. */
import { Button, Checkbox, Group, NumberInput, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { everyPage } from '../parts/every-page.ts'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { OurPeople } from './our-people.tsx'
import { type NewCustomer, setUpCustomer } from './set-up-customer.ts'
import { contentsOf, type Template } from './template-kinds.ts'
import { idOf } from './tenant-id.ts'

const DAYS_USUAL = 30
const DAYS_MAX = 365
const PAGE_SIZE = 100
const PAGES_MAX = 5

export function CustomerForm({ done }: { readonly done: (customer: NewCustomer) => void }) {
  const { me } = useSession()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [id, setId] = useState<string | null>(null)
  const [days, setDays] = useState<number>(DAYS_USUAL)
  const [people, setPeople] = useState<Readonly<Record<string, string>>>({})
  const [chosen, setChosen] = useState<readonly Template[]>([])
  const make = useMutation({
    mutationFn: setUpCustomer,
    onSuccess: async (customer) => {
      done(customer)
      await queries.invalidateQueries()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const delegates = Object.entries({ ...people, [me?.email ?? '']: 'tenant_admin' }).map(([email, role]) => ({
      ...{ email, role },
    }))
    const adminEmail = String(new FormData(event.currentTarget).get('admin')).trim()
    make.mutate({ id: id ?? idOf(name), name: name.trim(), adminEmail, delegates, days, templates: chosen })
  }
  return (
    <form onSubmit={submit} className="stack new-customer">
      <Section title="1. The customer">
        <div className="fields">
          <TextInput
            label="Name"
            placeholder="Harbor Freight AG"
            required
            withAsterisk={false}
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Id of the tenant"
            description="Appears in tokens, addresses and the audit log. It cannot be changed later."
            required
            withAsterisk={false}
            pattern="[a-z0-9][a-z0-9_\-]{0,62}"
            title="lower-case letters, digits, - and _; at most 63 characters"
            value={id ?? idOf(name)}
            onChange={(event) => setId(event.currentTarget.value)}
          />
          <TextInput
            label="Email of its administrator"
            description="They set a password with a link that you pass on."
            name="admin"
            type="email"
            required
            withAsterisk={false}
            maxLength={254}
          />
        </div>
      </Section>
      <Section title="2. Your people there">
        <OurPeople chosen={people} choose={setPeople} />
        <NumberInput
          label="For how many days"
          description="The customer can revoke it at any time."
          className="narrow"
          mt="sm"
          min={1}
          max={DAYS_MAX}
          value={days}
          onChange={(value) => setDays(Number(value) || DAYS_USUAL)}
        />
      </Section>
      <Section title="3. Initial content">
        <TemplateChoice chosen={chosen} choose={setChosen} />
      </Section>
      {make.error && <Failure error={make.error} />}
      <Group justify="flex-end">
        <Button type="submit" loading={make.isPending}>
          Set up the customer
        </Button>
      </Group>
    </form>
  )
}

type TemplateChoiceProps = {
  readonly chosen: readonly Template[]
  readonly choose: (templates: readonly Template[]) => void
}

function TemplateChoice({ chosen, choose }: TemplateChoiceProps) {
  const mayRead = lacking(useSession(), 'GET /api/v1/organisation/templates') === null
  const found = useQuery({
    queryKey: ['organisation-templates'],
    enabled: mayRead,
    queryFn: () =>
      everyPage<Template>(PAGES_MAX, (of) =>
        call('GET /api/v1/organisation/templates', { query: { limit: PAGE_SIZE, ...of } }),
      ),
  })
  const templates = found.data?.items ?? []
  if (found.error) return <Failure error={found.error} />
  if (templates.length === 0)
    return (
      <Text size="sm" className="quiet">
        {found.isFetching ? (
          'Reading your templates …'
        ) : (
          <>
            You have no template: the tenant starts with the built-in rules and playbooks.{' '}
            <Link to="/organisation" search={{ tab: 'templates' } as never}>
              Make one
            </Link>
          </>
        )}
      </Text>
    )
  return (
    <div className="stack">
      {templates.map((template) => (
        <Checkbox
          key={template.id}
          label={<Shown text={template.name} lengthMax={120} />}
          description={contentsOf(template.documents)}
          checked={chosen.includes(template)}
          onChange={(event) =>
            choose(event.currentTarget.checked ? [...chosen, template] : chosen.filter(({ id }) => id !== template.id))
          }
        />
      ))}
    </div>
  )
}
