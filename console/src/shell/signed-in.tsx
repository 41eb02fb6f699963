import { Button, Center, Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { loadMe, signOut } from '../api/client.ts'
import { endSession, useSession } from '../api/session.ts'
import { Failure, Waiting } from '../parts/states.tsx'
import { SignInForm } from '../sign-in/form.tsx'
import { SignInPage } from '../sign-in/page.tsx'
import { BusyNotice } from './busy-notice.tsx'

/** Shows its children to a signed-in user. When the session expires, the page stays under the sign-in form. */
export function SignedIn({ children }: { readonly children: ReactNode }) {
  const { tokens, me, isExpired, isAsking } = useSession()
  const [failed, setFailed] = useState<unknown>(null)
  const queries = useQueryClient()
  const isUnknown = tokens !== null && me === null && !isExpired

  useEffect(() => {
    if (isUnknown && failed === null) loadMe().catch(setFailed)
  }, [isUnknown, failed])
  // The next account must not see cached data of this one.
  useEffect(() => {
    if (tokens === null) queries.clear()
  }, [tokens, queries])

  if (isAsking) return <Opening />
  if (tokens === null || (me === null && isExpired)) return <SignInPage />
  if (me === null) return <Opening failed={failed} retry={() => setFailed(null)} />
  return (
    <>
      {children}
      <Modal
        opened={isExpired}
        onClose={() => undefined}
        withCloseButton={false}
        title="Your session has ended"
        centered
      >
        <Text size="sm" mb="md">
          The page stays as it is. Sign in again to go on.
        </Text>
        <SignInForm key={me.email} email={me.email} done={() => void queries.invalidateQueries()} />
        <Button mt="sm" fullWidth variant="subtle" onClick={() => (isExpired ? endSession() : void signOut())}>
          Leave this page
        </Button>
      </Modal>
    </>
  )
}

type OpeningProps = { readonly failed?: unknown; readonly retry?: () => void }

/** Shown until the session is known. */
export function Opening({ failed = null, retry }: OpeningProps) {
  return (
    <Center component="main" mih="100vh" p="md">
      <div className="opening">
        <BusyNotice />
        {failed === null ? <Waiting lines={3} /> : <Failure error={failed} {...(retry ? { retry } : {})} />}
      </div>
    </Center>
  )
}
