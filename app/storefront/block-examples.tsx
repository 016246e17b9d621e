import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { appContext } from '#app/app-context.ts'
import { Blocks } from '#app/blocks/Blocks.tsx'
import { blockDeclarations, blockNames } from '#app/blocks/declaration.ts'
import { loadBlocks } from '#app/blocks/load-blocks.ts'
import { parseBlocks } from '#app/blocks/parse-blocks.ts'
import { localeOfPage } from '#app/language/locales.ts'
import { notFound } from './error-answers.ts'
import { Head } from './Head.tsx'
import { blockContext } from './story-page.ts'

const addresses = { de: '/de/bausteine', en: '/en/blocks' }

/** Every example of every block, for eyes and for the visual and accessibility checks; never in production. */
export async function loader({ context, request, url }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  if (app.env.NODE_ENV === 'production' && !app.env.BLOCK_EXAMPLES) throw notFound(request)
  const locale = localeOfPage(url.pathname)
  const only = url.searchParams.get('block')
  const now = app.now()
  const names = blockNames.filter((name) => only === null || name === only)
  return {
    blocks: await Promise.all(
      names.map(async (name) => ({
        name,
        label: blockDeclarations[name].schema.label[locale],
        help: blockDeclarations[name].schema.help[locale],
        examples: await Promise.all(
          blockDeclarations[name].examples(locale).map(async (example) => {
            const { blocks } = parseBlocks([example.block], {
              locale,
              apiUrl: app.env.API_URL,
              preview: true,
            })
            const loaded = await loadBlocks(blocks, { ...blockContext(app, locale, now), preview: true })
            return { name: example.name[locale], blocks, data: loaded }
          }),
        ),
      })),
    ),
  }
}

export default function BlockExamples() {
  const loaderData = useLoaderData<typeof loader>()
  const t = useTranslations('blocks.examples')
  return (
    <>
      <Head meta={{ title: t('title'), addresses, index: false }} />
      <div className="wrap pt-10">
        <h1 className="font-display text-step-4">{t('title')}</h1>
        <ul className="mt-6 columns-2 gap-8 text-step--1 md:columns-4">
          {loaderData.blocks.map(({ name, label }) => (
            <li key={name}>
              <a href={`#block-${name}`} className="link inline-block py-1">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
      {loaderData.blocks.map(({ name, label, help, examples }) => (
        <section key={name} id={`block-${name}`} aria-label={label} className="pt-16">
          <div className="wrap">
            <h2 className="caps font-text leading-normal tracking-normal">{label}</h2>
            <p className="text-ink-soft text-step--1">{help}</p>
          </div>
          {examples.map((example, index) => (
            <div key={example.name} data-example={`${name} ${index}`} className="pt-8">
              <h3 className="wrap mb-4 font-text text-brass text-step--1 leading-normal tracking-normal">
                {example.name}
              </h3>
              <Blocks blocks={example.blocks} data={example.data} mainTitle={false} level={4} />
            </div>
          ))}
        </section>
      ))}
    </>
  )
}
