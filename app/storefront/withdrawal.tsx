import { randomUUID } from 'node:crypto'
import { data, Form, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { appContext } from '#app/app-context.ts'
import { timeZone } from '#app/language/formats.ts'
import { languageTags, localeOfPath } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import {
  type DeclarationField,
  declareWithdrawal,
  findWithdrawal,
  parseDeclaration,
} from '#app/shop/checkout/withdrawal.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { Field } from '#app/ui/Field.tsx'
import type { Route } from './+types/withdrawal.ts'
import { Head } from './Head.tsx'
import { addressesOf, type PageMeta } from './page-meta.ts'
import { useLocale } from './shell-data.ts'

const fields = ['name', 'contract', 'email', 'comment'] as const
type Given = Partial<Record<DeclarationField, string>>

type Step =
  | { at: 'form'; submission: string; given: Given; wrong: DeclarationField[] }
  | { at: 'review'; submission: string; given: Given }
  | { at: 'done'; number: number; receivedAt: string; given: Given }

const meta: PageMeta = { title: null, addresses: addressesOf('withdrawal'), index: true }

export async function loader({ context, request }: Route.LoaderArgs) {
  const done = new URL(request.url).searchParams.get('received')
  const found = done === null ? null : await findWithdrawal(context.get(appContext).db, done)
  const step: Step = found
    ? {
        at: 'done',
        number: found.id,
        receivedAt: found.received_at.toISOString(),
        given: { name: found.name, contract: found.contract, email: found.email, comment: found.comment },
      }
    : { at: 'form', submission: randomUUID(), given: {}, wrong: [] }
  return data({ meta, step }, { headers: { 'cache-control': 'no-store' } })
}

/** Both steps post here; `confirm` marks the second. Nothing is recorded before it. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const parsed = parseDeclaration(form)
  if (!parsed.ok) {
    const submission = parsed.fields.includes('submission')
      ? randomUUID()
      : (parsed.given.submission ?? randomUUID())
    return data<Step>({ at: 'form', submission, given: parsed.given, wrong: parsed.fields }, { status: 422 })
  }
  const { declaration } = parsed
  if (form.get('step') === 'change') {
    return data<Step>({ at: 'form', submission: declaration.submission, given: declaration, wrong: [] })
  }
  if (form.get('step') !== 'confirm') {
    return data<Step>({ at: 'review', submission: declaration.submission, given: declaration })
  }
  const locale = localeOfPath(new URL(request.url).pathname) ?? 'de'
  const { db } = context.get(appContext)
  await declareWithdrawal(db, declaration, locale, await currentSettings(db, Date.now()))
  return redirect(`${pathTo(locale, 'withdrawal')}?received=${declaration.submission}`)
}

export default function Withdrawal({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('withdrawal')
  const locale = useLocale()
  const step = actionData ?? loaderData.step
  return (
    <div className="wrap py-12 lg:py-20">
      <Head meta={{ ...loaderData.meta, title: t('title') }} />
      <div className="max-w-prose">
        {step.at === 'form' && <DeclarationForm step={step} />}
        {step.at === 'review' && <Review step={step} />}
        {step.at === 'done' && <Receipt step={step} />}
        <p className="pt-10 print:hidden">
          <a className="link" href={pathTo(locale, 'cancellation')}>
            {t('policy')}
          </a>
        </p>
      </div>
    </div>
  )
}

function DeclarationForm({ step }: { step: Extract<Step, { at: 'form' }> }) {
  const t = useTranslations('withdrawal')
  const errors: Record<DeclarationField, string> = {
    name: t('errorName'),
    contract: t('errorContract'),
    email: t('errorEmail'),
    comment: t('errorComment'),
    submission: t('errorSubmission'),
  }
  const error = (name: DeclarationField) => (step.wrong.includes(name) ? errors[name] : undefined)
  return (
    <>
      <p className="caps">{t('stepOne')}</p>
      <h1 className="mt-3 text-step-4">{t('title')}</h1>
      <p className="mt-5 mb-10 text-ink-soft text-step-1">{t('lead')}</p>
      {step.wrong.length > 0 && (
        <div role="alert" className="mb-8 border-danger border-l-2 pl-4">
          <p className="font-[560]">{t('errorSummary')}</p>
          <ul>
            {step.wrong.map((name) => (
              <li key={name}>
                <a className="link" href={`#${name}`}>
                  {errors[name]}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Form method="post" className="grid gap-6" noValidate>
        <input type="hidden" name="submission" value={step.submission} />
        <Field
          name="name"
          label={t('name')}
          autoComplete="name"
          defaultValue={step.given.name}
          error={error('name')}
          required
        />
        <Field
          name="contract"
          label={t('contract')}
          hint={t('contractHint')}
          defaultValue={step.given.contract}
          error={error('contract')}
          required
        />
        <Field
          name="email"
          type="email"
          label={t('email')}
          autoComplete="email"
          defaultValue={step.given.email}
          error={error('email')}
          required
        />
        <Field
          name="comment"
          label={t('comment')}
          lines={4}
          defaultValue={step.given.comment}
          error={error('comment')}
        />
        <button type="submit" className="button justify-self-start">
          {t('continue')}
        </button>
      </Form>
    </>
  )
}

function Review({ step }: { step: Extract<Step, { at: 'review' }> }) {
  const t = useTranslations('withdrawal')
  return (
    <>
      <p className="caps">{t('stepTwo')}</p>
      <h1 className="mt-3 text-step-4">{t('check')}</h1>
      <p className="mt-5 mb-8 text-step-1">{t('declaration')}</p>
      <Details given={step.given} />
      <Form method="post" className="mt-10 flex flex-wrap gap-4">
        {[...fields, 'submission' as const].map((name) => (
          <input
            key={name}
            type="hidden"
            name={name}
            value={name === 'submission' ? step.submission : (step.given[name] ?? '')}
          />
        ))}
        <button type="submit" name="step" value="confirm" className="button">
          {t('confirm')}
        </button>
        <button type="submit" name="step" value="change" className="button button-quiet">
          {t('back')}
        </button>
      </Form>
    </>
  )
}

function Receipt({ step }: { step: Extract<Step, { at: 'done' }> }) {
  const t = useTranslations('withdrawal')
  const locale = useLocale()
  const time = new Intl.DateTimeFormat(languageTags[locale], {
    dateStyle: 'long',
    timeStyle: 'medium',
    timeZone,
  }).format(new Date(step.receivedAt))
  return (
    <div role="status">
      <h1 className="text-step-4">{t('doneTitle')}</h1>
      <p className="num mt-5 mb-8 text-step-1">{t('doneText', { time, number: String(step.number) })}</p>
      <p className="mb-6">{t('declaration')}</p>
      <Details given={step.given} />
    </div>
  )
}

function Details({ given }: { given: Given }) {
  const t = useTranslations('withdrawal')
  return (
    <dl className="border-line border-t">
      {fields.map((name) =>
        given[name] ? (
          <div key={name} className="grid gap-x-6 border-line border-b py-3 sm:grid-cols-[14rem_1fr]">
            <dt className="text-ink-soft">{t(name)}</dt>
            <dd className="whitespace-pre-line break-words">{given[name]}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
