import { moment, t } from './sell-request-words.ts'
import type { SellerView } from './seller-view.ts'

/** What has happened, oldest first. */
export function History({ request }: { request: SellerView }) {
  const steps = [
    { key: 'submitted', words: t('course.submitted'), at: request.submittedAt },
    ...request.history.map(({ event, at }, index) => ({
      key: `${index}-${event}`,
      words: t(`course.events.${event as 'ask'}`),
      at,
    })),
  ]
  return (
    <section aria-labelledby="course">
      <h2 id="course" className="text-step-2">
        {t('course.title')}
      </h2>
      <ol className="mt-5 border-line border-l">
        {steps.map(({ key, words, at }, index) => (
          <li
            key={key}
            aria-current={index === steps.length - 1 ? 'step' : undefined}
            className="relative pb-5 pl-5 last:pb-0"
          >
            <span
              aria-hidden="true"
              className={`absolute top-2 -left-1 size-2 rounded-full ${index === steps.length - 1 ? 'bg-green' : 'bg-line-strong'}`}
            />
            <p className={index === steps.length - 1 ? 'font-medium' : ''}>{words}</p>
            <p className="num text-ink-soft text-step--1">
              <time dateTime={at.toISOString()}>{moment(at)}</time>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
