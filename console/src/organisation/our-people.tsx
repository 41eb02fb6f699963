/** Selects the provider's people who may work in a new customer, with their roles. The creator is always included. */
import { Checkbox, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { everyPage } from '../parts/every-page.ts'
import { Shown, shown } from '../parts/shown.tsx'
import { Loaded } from '../parts/states.tsx'
import { wordOf } from '../parts/words.ts'

const ROLES = ['viewer', 'soc_analyst', 'threat_hunter', 'soc_lead', 'tenant_admin'] as const
const USUAL_ROLE = 'soc_analyst'
const PAGE_SIZE = 200
const PAGES_MAX = 5

/** Roles by email. */
type Chosen = Readonly<Record<string, string>>
type OurPeopleProps = { readonly chosen: Chosen; readonly choose: (next: Chosen) => void }

export function OurPeople({ chosen, choose }: OurPeopleProps) {
  const session = useSession()
  const mayRead = lacking(session, 'GET /api/v1/users') === null
  const found = useQuery({
    queryKey: ['users', 'to delegate'],
    enabled: mayRead,
    queryFn: () => everyPage(PAGES_MAX, (of) => call('GET /api/v1/users', { query: { limit: PAGE_SIZE, ...of } })),
  })
  const own = session.me?.email ?? ''
  return (
    <>
      <Text size="sm" mb="xs">
        <b>{shown(own, 254)}</b> <span className="quiet">(you) as tenant admin</span>
      </Text>
      {mayRead && (
        <Loaded query={found} lines={3}>
          {({ items }) => (
            <ul className="plain our-people">
              {items
                .filter(({ email, is_active: isActive }) => isActive && email !== own)
                .map(({ id, email, username }) => (
                  <li key={id}>
                    <Checkbox
                      label={<Shown text={username} lengthMax={80} />}
                      description={shown(email, 254)}
                      checked={email in chosen}
                      onChange={(event) => {
                        const { [email]: _, ...others } = chosen
                        choose(event.currentTarget.checked ? { ...others, [email]: USUAL_ROLE } : others)
                      }}
                    />
                    {email in chosen && (
                      <NativeSelect
                        aria-label={`Role of ${shown(username, 80)}`}
                        size="xs"
                        data={ROLES.map((value) => ({ value, label: wordOf(value) }))}
                        value={chosen[email] ?? USUAL_ROLE}
                        onChange={(event) => choose({ ...chosen, [email]: event.currentTarget.value })}
                      />
                    )}
                  </li>
                ))}
            </ul>
          )}
        </Loaded>
      )}
    </>
  )
}
