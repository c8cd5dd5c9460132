import { accountPath } from '../../../address/account-paths.ts'
import { useBrand } from '../../../brand/brand-context.ts'
import { usePermission } from '../../../identity/permitted.tsx'
import { useText } from '../../../texts/use-text.tsx'
import buttonStyles from '../../../ui/button.module.css'
import { ButtonLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { EmptyState } from '../../../ui/states.tsx'

/** How the people behind this server are reached, as its brand says. */
export function OnlineSupportPage() {
  const { text } = useText()
  const { support } = useBrand()
  const may = usePermission()
  const isNamed = support.link !== undefined || support.mail !== undefined
  return (
    <div className={settingStyles.settingsPage} data-part="settings-page">
      <PageHead
        title={text('shell.menu.onlineService')}
        answer={isNamed ? support.hours || text('support.online.answer') : text('support.online.none')}
      />
      {isNamed && may(['onlineCustomer']) ? (
        <SettingCard title={text('support.online.ways')}>
          {support.link && (
            <SettingRow icon="globe" title={text('support.online.link')} hint={support.link}>
              <a
                className={cx(buttonStyles.button, buttonStyles.buttonPrimary)}
                href={support.link}
                target="_blank"
                rel="noreferrer"
              >
                <span>{text('support.online.open')}</span>
              </a>
            </SettingRow>
          )}
          {support.mail && (
            <SettingRow icon="mail" title={text('support.online.mail')} hint={support.mail}>
              <a className={buttonStyles.button} href={`mailto:${support.mail}`}>
                <span>{text('support.online.write')}</span>
              </a>
            </SettingRow>
          )}
        </SettingCard>
      ) : (
        <EmptyState compact icon="mail" title={text('support.online.empty')} hint={text('support.online.empty.hint')}>
          {may(['suggestion']) && (
            <ButtonLink to={accountPath('suggestion')} kind="primary">
              {text('shell.menu.feedback')}
            </ButtonLink>
          )}
        </EmptyState>
      )}
    </div>
  )
}
