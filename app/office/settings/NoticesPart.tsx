import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import { act, type Shown } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useBusy } from '../frame/use-busy.ts'

type Picture = Shown<'settings-part'>['notices'][number]

/** The official notice on the legal guarantee, a picture for each language; without one the shop's own words stand there. */
export function NoticesPart({ pictures, version }: { pictures: readonly Picture[]; version: number }) {
  return (
    <div className="two">
      {pictures.map((picture) => (
        <Notice key={picture.locale} picture={picture} all={pictures} version={version} />
      ))}
    </div>
  )
}

function Notice({ picture, all, version }: { picture: Picture; all: readonly Picture[]; version: number }) {
  const t = useTranslations('office.settings.notices')
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const mayChange = useMay('settings.change')
  const [chosen, setChosen] = useState<{ file: File; address: string } | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, during] = useBusy()
  const { locale, name } = picture
  const id = `notice-${locale}`
  const choose = (file: File | undefined) => {
    if (chosen) URL.revokeObjectURL(chosen.address)
    setRefused(null)
    setChosen(file ? { file, address: URL.createObjectURL(file) } : null)
  }
  const done = async (answer: { ok: boolean; reason?: string }) => {
    if (!answer.ok) {
      const reason = `refusals.${answer.reason}` as 'refusals.damaged'
      return setRefused(t.has(reason) ? t(reason) : t('refusals.failed'))
    }
    choose(undefined)
    announce(t('saved'))
    await revalidate()
  }
  const put = async () => {
    if (!chosen || busy) return
    await during(async () =>
      done(await act('settings.put-notice', { locale, version }, { body: chosen.file.slice() })),
    )
  }
  const remove = async () => {
    const guarantee = Object.fromEntries(
      all.map((each) => [each.locale, each.locale === locale ? null : each.name]),
    )
    await during(async () =>
      done(await act('settings.save', { key: 'notices', value: { guarantee }, version })),
    )
  }
  return (
    <section className="block-section" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t(locale)}</h2>
      {chosen ? (
        <>
          <p className="text-ink-soft">{t('chosen', { name: chosen.file.name })}</p>
          <img src={chosen.address} alt={t('alt')} className="my-3 max-h-96 max-w-full border border-line" />
        </>
      ) : name === null ? (
        <p className="missing">{t('none')}</p>
      ) : (
        <img
          src={`/api/assets/${name}/640.jpg`}
          alt={t('alt')}
          width={picture.width ?? undefined}
          height={picture.height ?? undefined}
          className="my-3 h-auto max-h-96 w-auto max-w-full border border-line"
        />
      )}
      {mayChange && (
        <>
          <label htmlFor={id} className="mt-3 block font-medium">
            {t('file')}
          </label>
          <input
            id={id}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif"
            className="file-field mt-1.5 block max-w-full"
            aria-invalid={refused ? true : undefined}
            aria-describedby={refused ? `${id}-error` : undefined}
            onChange={({ target }) => choose(target.files?.[0])}
          />
          {refused && (
            <p id={`${id}-error`} role="alert" className="text-danger">
              {refused}
            </p>
          )}
          <p className="page-actions pt-3">
            <button type="button" className="do" disabled={!chosen || busy} onClick={() => void put()}>
              {t('put')}
            </button>
            {name !== null && (
              <button type="button" className="do quiet" disabled={busy} onClick={() => void remove()}>
                {t('removeNotice')}
              </button>
            )}
          </p>
        </>
      )}
    </section>
  )
}
