import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { Field } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { BothVersions } from '../frame/BothVersions.tsx'
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
  const { doing, fault } = useDoing()
  const { revalidate } = useRevalidator()
  /** `from`: what it was called when somebody began to rename it. */
  const [renaming, setRenaming] = useState<{ from: string; to: string } | null>(null)
  /** It was called something else when it was to be renamed or removed. */
  const [clash, setClash] = useState<{ from: string; now: string; wish: 'rename' | 'remove' } | null>(null)
  const { day } = useFormats()
  const rename = async (from: string) => {
    const answer = await act('accounts.rename-passkey', { id, from, name: renaming?.to ?? name })
    if (!answer.ok && answer.reason === 'conflict') return setClash({ from, now: answer.now, wish: 'rename' })
    setClash(null)
    if (await doing(Promise.resolve(answer), frame('saved'))) setRenaming(null)
  }
  const remove = async (from: string) => {
    const answer = await act('accounts.remove-passkey', { id, from })
    if (!answer.ok && answer.reason === 'conflict') return setClash({ from, now: answer.now, wish: 'remove' })
    setClash(null)
    await doing(Promise.resolve(answer), t('passkeyRemoved'))
  }
  const choose = (whose: 'mine' | 'theirs', { now, wish }: NonNullable<typeof clash>) => {
    setClash(null)
    if (whose === 'mine') return wish === 'rename' ? rename(now) : remove(now)
    setRenaming(null)
    return revalidate()
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-2">
      {renaming ? (
        <form
          noValidate
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void rename(renaming.from)
          }}
        >
          <Field
            name="name"
            id={`passkey-${id}`}
            label={t('passkeyName')}
            value={renaming.to}
            onChange={({ target }) => setRenaming({ ...renaming, to: target.value })}
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
          <button type="button" className="do quiet" onClick={() => setRenaming({ from: name, to: name })}>
            {t('rename')}
            <span className="sr-only"> {name}</span>
          </button>
        )}
        <button type="button" className="do quiet" onClick={() => void remove(name)}>
          {t('remove')}
          <span className="sr-only"> {name}</span>
        </button>
      </span>
      {clash && (
        <BothVersions
          of={[
            {
              ...{ key: 'name', label: t('passkeyName'), by: null, at: null },
              ...{ before: clash.from, theirs: clash.now },
              mine: clash.wish === 'remove' ? t('toRemove') : (renaming?.to ?? name),
              keep: (whose) => void choose(whose, clash),
            },
          ]}
        />
      )}
    </li>
  )
}
