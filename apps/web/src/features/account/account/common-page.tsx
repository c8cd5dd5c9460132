import { numberMarks } from '@heliograph/domain/format/number.ts'
import { getLanguage, isLanguage, type LanguageCode } from '@heliograph/domain/languages.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { startTabOf, startTabs } from '../../../address/start-path.ts'
import type { CurrentUser, Preferences } from '../../../api/account-types.ts'
import { call } from '../../../api/call.ts'
import { userQuery } from '../../../api/queries.ts'
import { useSavePreferences } from '../../../identity/use-save-preferences.ts'
import { usePreferences } from '../../../preferences/preferences.ts'
import { useTheme } from '../../../preferences/theme.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import styles from '../../../ui/setting.module.css'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { DefaultPlantField } from './default-plant-field.tsx'
import { FormatSample, sampleDate, sampleNumber } from './format-sample.tsx'

/** The page switches at once (the browser's cookie), and emails to the account will follow. */
function useSaveLanguage(): (code: LanguageCode) => void {
  const { text } = useText()
  const textOf = useFailureText()
  const client = useQueryClient()
  const { code: before, change } = useLanguage()
  return (code) => {
    change(code)
    call('POST /user-s/acc/profile', { body: { language: code } }).then(
      () => client.setQueryData<CurrentUser>(userQuery.queryKey, (user) => user && { ...user, language: code }),
      (failure: unknown) => {
        change(before)
        showToast(text('account.notSaved', { reason: textOf(failure) }), 'warn')
      },
    )
  }
}

const themes = ['system', 'light', 'dark'] as const
const units = ['C', 'F'] as const
const layoutVersions = { auto: 'auto', '1.5.3': 'full', origin: 'origin' } as const
const dateFormats = ['locale', 'iso'] as const

/** Display preferences. Every choice applies at once, here and on the user's other devices. */
export function CommonPage() {
  const { text } = useText()
  const { code, locale, offered } = useLanguage()
  const { chosen } = useTheme()
  const now = usePreferences()
  const save = useSavePreferences()
  const saveLanguage = useSaveLanguage()
  const choose = (changes: Partial<Preferences>) => void save(changes)

  return (
    <div className={styles.settingsPage} data-part="settings-page">
      <PageHead title={text('shell.menu.general')} answer={text('account.common.answer')} />
      <SettingCard title={text('account.language.title')}>
        <Choice title={text('shell.language')} hint={text('account.language.hint')}>
          <SelectField
            label={text('shell.language')}
            value={code}
            options={offered.map((item) => ({ value: item as string, label: getLanguage(item).name }))}
            onChange={(item) => {
              if (isLanguage(item)) saveLanguage(item)
            }}
          />
        </Choice>
        <SettingRow title={text('shell.theme.label')} hint={text('account.theme.hint')}>
          <Segmented
            label={text('shell.theme.label')}
            value={chosen === 'auto' ? 'system' : chosen}
            options={themes.map((value) => ({ value, label: text(`account.theme.${value}`) }))}
            onChange={(theme) => choose({ theme })}
          />
        </SettingRow>
      </SettingCard>
      <SettingCard title={text('account.formats.title')}>
        <FormatSample />
        <SettingRow title={text('shell.temperature.label')} hint={text(`shell.temperature.${now.temperatureUnit}`)}>
          <Segmented
            label={text('shell.temperature.label')}
            value={now.temperatureUnit}
            options={units.map((value) => ({ value, label: `°${value}`, title: text(`shell.temperature.${value}`) }))}
            onChange={(temperatureUnit) => choose({ temperatureUnit })}
          />
        </SettingRow>
        <Choice title={text('account.numberFormat')} hint={text('account.numberFormat.hint')}>
          <SelectField
            label={text('account.numberFormat')}
            value={now.numberFormat}
            options={(['auto', ...numberMarks] as const).map((value) => ({
              value,
              label:
                value === 'auto'
                  ? text('account.numberFormat.auto', { example: sampleNumber(locale, 'auto') })
                  : sampleNumber(locale, value),
            }))}
            onChange={(numberFormat) => choose({ numberFormat })}
          />
        </Choice>
        <Choice title={text('account.dateFormat')} hint={text('account.dateFormat.hint')}>
          <SelectField
            label={text('account.dateFormat')}
            value={now.dateFormat}
            options={dateFormats.map((value) => ({ value, label: sampleDate(locale, value) }))}
            onChange={(dateFormat) => choose({ dateFormat })}
          />
        </Choice>
      </SettingCard>
      <SettingCard title={text('account.start.title')} lead={text('account.start.lead')}>
        <Choice title={text('account.defaultPlant')} hint={text('account.defaultPlant.hint')}>
          <DefaultPlantField value={now.defaultPlantId} onChange={(defaultPlantId) => choose({ defaultPlantId })} />
        </Choice>
        <Choice title={text('account.startPage')} hint={text('account.startPage.hint')}>
          <SelectField
            label={text('account.startPage')}
            value={startTabOf(now)}
            options={startTabs.map((value) => ({ value, label: text(`shell.tab.${value}`) }))}
            onChange={(value) => choose({ startPage: value })}
          />
        </Choice>
        <Choice title={text('layout-version.title')} hint={text('layout-version.hint')}>
          <SelectField
            label={text('layout-version.title')}
            value={now.layoutVersion}
            options={Object.entries(layoutVersions).map(([value, name]) => ({
              value: value as Preferences['layoutVersion'],
              label: text(`layout-version.${name}`),
            }))}
            onChange={(layoutVersion) => choose({ layoutVersion })}
          />
        </Choice>
      </SettingCard>
    </div>
  )
}

const Choice = ({ title, hint, children }: Readonly<{ title: string; hint: string; children: ReactNode }>) => (
  <SettingRow title={title} hint={hint} control>
    {children}
  </SettingRow>
)
