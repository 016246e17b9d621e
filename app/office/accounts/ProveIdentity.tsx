import { useTranslations } from 'use-intl'
import { act } from '../frame/calls.ts'
import { useMember } from '../frame/member.ts'
import { IdentityForm } from './IdentityForm.tsx'
import { signWithPasskey } from './passkey-browser.ts'

/** Asks for a proof of identity once more. */
export function ProveIdentity({ onProved }: { onProved: (proved: boolean) => void }) {
  const t = useTranslations('office.accounts')
  const { email } = useMember()
  return (
    <>
      <p className="mb-3">{t('proveText')}</p>
      <IdentityForm
        email={email}
        asksEmail={false}
        label={t('prove')}
        submit={({ password, code }) => act('accounts.prove', { password, code })}
        withPasskey={async () => {
          const asked = await act('accounts.prove-options', {})
          if (!asked.ok) return asked
          const credential = await signWithPasskey(asked.options)
          return credential && act('accounts.prove-passkey', { credential })
        }}
        onDone={() => onProved(true)}
      />
      <p className="mt-3">
        <button type="button" className="do quiet" onClick={() => onProved(false)}>
          {t('cancel')}
        </button>
      </p>
    </>
  )
}
