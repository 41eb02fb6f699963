/**
 * Sign-in through an organisation's identity provider. The administrator's link names the provider (`/?sso=oidc:ID`),
 * and the browser remembers it.
 */
import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { bodyOf, POST } from '../api/client.ts'
import { Failure } from '../parts/states.tsx'

const REMEMBERED = 'svc.sso-connection'
/**
 * Storage key of a sign-in in progress, read when the provider returns: only the tab that began a sign-in can end it.
 */
const BEGUN = 'svc.sso'
const LINK = /^(oidc|saml):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

type Connection = { readonly provider: 'oidc' | 'saml'; readonly id: string }

export function ssoLink(provider: string, id: string): string {
  return `${location.origin}/?sso=${provider}:${id}`
}

function chosenConnection(): Connection | null {
  const link = new URLSearchParams(location.search).get('sso')
  if (link !== null && LINK.test(link)) localStorage.setItem(REMEMBERED, link)
  const [, provider, id] = LINK.exec(localStorage.getItem(REMEMBERED) ?? '') ?? []
  return id === undefined ? null : { provider: provider === 'saml' ? 'saml' : 'oidc', id }
}

export function SingleSignOn() {
  const connection = chosenConnection()
  const begin = useMutation({
    mutationFn: async ({ provider, id }: Connection) => {
      const body = { connection_id: id }
      const login =
        provider === 'oidc' ? POST('/api/v1/auth/oidc/login', { body }) : POST('/api/v1/auth/saml/login', { body })
      const { redirect_url: url } = await bodyOf(login)
      const to = new URL(url)
      if (!/^https?:$/.test(to.protocol)) throw new Error('The provider has no address that a browser can open.')
      sessionStorage.setItem(BEGUN, to.searchParams.get(provider === 'oidc' ? 'state' : 'RelayState') ?? '')
      location.assign(to)
    },
  })
  if (connection === null) return null
  return (
    <div>
      <Button variant="default" fullWidth loading={begin.isPending} onClick={() => begin.mutate(connection)}>
        Sign in with your organisation
      </Button>
      {begin.error && <Failure error={begin.error} />}
      <Text size="xs" className="quiet" ta="center" mt="xs">
        or with a password
      </Text>
    </div>
  )
}
