import { useListParams } from '#client/lib/list-params.ts'
import { PageHeader } from '#client/ui/page-header.tsx'
import { TabsBar } from '#client/ui/tabs-bar.tsx'
import { TokensView } from './components/tokens-view.tsx'
import { WebhooksView } from './components/webhooks-view.tsx'
import { useTokens, useWebhooks } from './queries.ts'

/** API tokens and webhooks. */
export function IntegrationsScreen() {
  const [params, setParams] = useListParams(['view'])
  const view = params.view === 'webhooks' ? 'webhooks' : 'tokens'
  const tokens = useTokens()
  const webhooks = useWebhooks()
  return (
    <>
      <PageHeader title="Integrations" purpose="Connect other apps with API tokens and webhooks." />
      <TabsBar
        label="Integrations"
        value={view}
        onChange={(next) => setParams({ view: next === 'tokens' ? '' : next })}
        tabs={[
          { value: 'tokens', label: 'API tokens', count: tokens.data?.tokens.length },
          { value: 'webhooks', label: 'Webhooks', count: webhooks.data?.webhooks.length },
        ]}
      >
        {view === 'tokens' ? <TokensView tokens={tokens} /> : <WebhooksView webhooks={webhooks} />}
      </TabsBar>
    </>
  )
}
