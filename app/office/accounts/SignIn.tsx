import { useTranslations } from 'use-intl'
import { act } from '../frame/calls.ts'
import { IdentityForm } from './IdentityForm.tsx'
import { signWithPasskey } from './passkey-browser.ts'

/** Asks who somebody is. `email`: whose session ended, and who comes back to what they typed. */
export function SignIn({ email, onSignedIn }: { email?: string; onSignedIn: () => void }) {
  const t = useTranslations('office.accounts')
  return (
    <>
      <IdentityForm
        email={email}
        asksEmail={email === undefined}
        label={t('signIn')}
        submit={(given) => act('accounts.sign-in', given)}
        withPasskey={async () => {
          const asked = await act('accounts.passkey-options', {})
          if (!asked.ok) return asked
          const credential = await signWithPasskey(asked.options)
          return credential && act('accounts.passkey-sign-in', { credential })
        }}
        onDone={onSignedIn}
      />
      <p className="mt-5">
        <a className="underline" href="/office/reset" {...(email !== undefined && { target: '_blank' })}>
          {t('forgotten')}
        </a>
      </p>
    </>
  )
}
