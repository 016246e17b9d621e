import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { knowsPasskeys, makePasskey } from './passkey-browser.ts'
import { useDoing } from './use-doing.ts'

/** Passkeys of one's own: added, called something else, removed. */
export function Passkeys() {
  const t = useTranslations('office.accounts')
  const { passkeys, passkeysAt } = useShown<'account'>()
  const { doing, fault } = useDoing()
  const announce = useAnnounce()
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const name = String(new FormData(form).get('passkey') ?? '')
    const asked = await doing(act('accounts.add-passkey-options', {}), null)
    if (!asked?.ok || !('options' in asked)) return
    const credential = await makePasskey(asked.options)
    if (!credential) return announce(t('noPasskeyMade'))
    if (await doing(act('accounts.add-passkey', { name, credential }), t('passkeyAdded'))) form.reset()
  }
  const here = knowsPasskeys() && window.location.hostname === passkeysAt
  return (
    <section className="block-section" aria-labelledby="passkeys">
      <h2 id="passkeys">{t('passkeys')}</h2>
      <p className="pb-3">{t('passkeysText')}</p>
      <ul>
        {passkeys.map((passkey) => (
          <Passkey key={passkey.id} {...passkey} />
        ))}
      </ul>
      {here ? (
        <form noValidate className="grid gap-4 pt-3" onSubmit={(event) => void add(event)}>
          <div className="two">
            <Field
              name="passkey"
              label={t('passkeyName')}
              hint={t('passkeyNameHint')}
              error={fault('name') ?? fault('')}
            />
          </div>
          <p>
            <button type="submit" className="do">
              {t('addPasskey')}
            </button>
          </p>
        </form>
      ) : (
        <p className="missing">{t('passkeysElsewhere', { host: passkeysAt })}</p>
      )}
    </section>
  )
}

function Passkey({
  id,
  name,
  createdAt,
  lastUsedAt,
}: {
  id: number
  name: string
  createdAt: string
  lastUsedAt: string | null
}) {
  const t = useTranslations('office.accounts')
  const frame = useTranslations('office.frame')
  const format = useFormats()
  const { doing, fault } = useDoing()
  const [renaming, setRenaming] = useState(false)
  const day = (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium' })
  const rename = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = String(new FormData(event.currentTarget).get('name') ?? '')
    if (await doing(act('accounts.rename-passkey', { id, name: wanted }), frame('saved'))) setRenaming(false)
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-2">
      {renaming ? (
        <form noValidate className="flex flex-wrap items-end gap-3" onSubmit={(event) => void rename(event)}>
          <Field
            name="name"
            id={`passkey-${id}`}
            label={t('passkeyName')}
            defaultValue={name}
            error={fault('name')}
          />
          <button type="submit" className="do">
            {t('save')}
          </button>
        </form>
      ) : (
        <span>
          {name}
          <span className="sub">
            {t('since', { time: day(createdAt) })}
            {lastUsedAt && ` · ${t('lastUsed', { time: day(lastUsedAt) })}`}
          </span>
        </span>
      )}
      <span className="page-actions">
        {!renaming && (
          <button type="button" className="do quiet" onClick={() => setRenaming(true)}>
            {t('rename')}
            <span className="sr-only"> {name}</span>
          </button>
        )}
        <button
          type="button"
          className="do quiet"
          onClick={() => void doing(act('accounts.remove-passkey', { id }), t('passkeyRemoved'))}
        >
          {t('remove')}
          <span className="sr-only"> {name}</span>
        </button>
      </span>
    </li>
  )
}
