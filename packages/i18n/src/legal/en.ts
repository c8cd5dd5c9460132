import type { LegalTexts } from './legal-text.ts'

export const legalTexts: LegalTexts = {
  asOf: 'As of {date}.',
  always: 'without limit',
  terms: {
    title: 'Terms of service',
    lead: [
      'These are the neutral terms that come with the software. The operator of this server may replace them with terms of its own.',
    ],
    sections: [
      {
        title: 'Who offers the service',
        paragraphs: [
          'The operator of this server: the person or company that has set it up. The makers of the software are no party to these terms.',
          { when: 'named', text: 'The service appears here under the name {brand}.' },
          { when: 'contact', text: 'Contact: {contact}.' },
          { when: 'noContact', text: 'No contact is named on this server. Ask the person who gave you its address.' },
        ],
      },
      {
        title: 'What the service does',
        paragraphs: [
          'It collects readings of photovoltaic and storage plants, keeps them, shows them and reports on them. Nobody promises that it is always available or free of errors.',
          'Energy, income, losses and forecasts are computed from what devices report. They are no basis for invoices, and an alarm of this service replaces no protection device.',
        ],
      },
      {
        title: 'Your account',
        paragraphs: [
          'Give an email address or a phone number that is yours, keep your password to yourself, and tell the operator if somebody else uses your account.',
          'Add only plants and loggers that are yours or whose owner agrees. Whoever sends a command to a device answers for what it does.',
        ],
      },
      {
        title: 'Your data',
        paragraphs: [
          'What you enter and what your devices report stays yours. The operator uses it to run the service. You decide who else sees a plant.',
          { when: 'mayExport', text: 'You can export it yourself, on the pages of your account.' },
          'What is kept and for how long is in the privacy notice.',
        ],
      },
      {
        title: 'What is not allowed',
        paragraphs: [
          'Do not disturb the server or the plants of others, do not reach for data that nobody shared with you, do not send invented readings, and do not upload anything that breaks the law.',
        ],
      },
      {
        title: 'How it ends',
        paragraphs: [
          {
            when: 'mayDelete',
            text: 'You can delete your account yourself at any time. It is deleted at once, without a period of grace.',
          },
          { when: 'mayNotDelete', text: 'Ask the operator if you want your account deleted.' },
          'The operator may exclude whoever breaks these terms, and may end the service. Where possible it says so early enough for you to take your data with you.',
        ],
      },
      {
        title: 'Law and changes',
        paragraphs: [
          'These terms take no right from you that the law gives you. If one of them is void, the others stand.',
          'The date above changes with the terms. Which terms you accepted at registration is kept with your account.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacy notice',
    lead: [
      'What this server keeps about you, who gets it and when it is removed. This is the neutral notice that comes with the software. The operator of this server may replace it with a notice of its own.',
    ],
    sections: [
      {
        title: 'Who is responsible',
        paragraphs: [
          'The operator of this server: the person or company that has set it up. It processes your data to provide the service to you and to protect it. The makers of the software receive nothing from this server.',
          { when: 'named', text: 'The service appears here under the name {brand}.' },
          { when: 'contact', text: 'Contact: {contact}.' },
          { when: 'noContact', text: 'No contact is named on this server. Ask the person who gave you its address.' },
        ],
      },
      {
        title: 'What is kept',
        paragraphs: [
          'Of your account: email address or phone number, name, country, language, settings, your photo if you add one, and which terms you accepted. Passwords only as hashes, from which they cannot be read. Passkeys, access tokens and sign-ins with other services, if you use them.',
          'Of your use: sessions and sign-ins with time, network address and browser; what you changed and from which address; refused and suspicious attempts. The log of the server process holds the network address of each request; the operator decides how long.',
          'Of your plants: name, place, technical data, prices, photos, and what devices report. Readings can tell when somebody is at home. Photos of a plant are encoded anew, which removes the place and time that a camera hides in them.',
        ],
      },
      {
        title: 'Who gets it',
        paragraphs: [
          'The people and organizations with whom you share a plant, a report or a screen. Administrators of the server see a plant on its pages only if the owner allows it; whoever runs the machine can technically read everything.',
          'The services that carry email and text messages for the operator, and those that you choose yourself: push or Telegram for messages, another account to sign in with, the page of a partner that you open.',
          {
            when: 'centers',
            text: 'The other data center of this service, if your account moves there or you come by way of it.',
          },
          {
            when: 'weather',
            text: 'A weather service that the operator has chosen: it gets the places of plants, rounded to about a kilometer, without names.',
          },
          { when: 'noWeather', text: 'No weather service is asked.' },
          {
            when: 'foreignMaps',
            text: 'Some pages can show a map of Amap or Google. Your browser then asks that service, which sees your network address and the place.',
          },
          'The ground of the map comes from this server. The software passes your data to nobody else.',
        ],
      },
      {
        title: 'In your browser',
        paragraphs: [
          'Cookies hold your session, recognize your browser so that a sign-in from a new one can be reported to you, and remember your language and units. Settings, drafts and the last pages for times without a network are stored on your device.',
          {
            when: 'tracking',
            text: 'This page also asks whether it may load a script that counts visits. Without your consent it is not loaded.',
          },
        ],
      },
      {
        title: 'For how long',
        paragraphs: [
          'The figures are those of this server. Your account stays until it is deleted. Backups of the operator may hold older states.',
        ],
        kept: [
          {
            what: 'Session',
            until:
              '{sessionDays} after its last renewal, {longSessionDays} if you stay signed in, {longestSessionDays} at most',
          },
          { what: 'Sign-ins', until: '{signInDays}' },
          { what: 'Recognized browser', until: '{browserDays} after the last sign-in' },
          { what: 'What was changed by whom', until: '{auditDays}' },
          { what: 'Refused and suspicious attempts', until: '{securityEventDays}' },
          { what: 'Network from which a logger was added', until: '{loggerClaimDays} at most' },
          { what: 'Messages', until: '{messageDays}' },
          { what: 'Bookings of message credits', until: '{creditEntryDays}' },
          { what: 'Export of an account', until: '{accountExportDays}' },
          { what: 'Single readings', until: '{sampleDays}' },
          { what: 'Hourly values', until: '{hourDays}' },
          { what: 'Daily, monthly and yearly values', until: 'as long as the plant' },
          { what: 'Causes of lost energy', until: '{judgedDays}' },
          { what: 'Past forecasts', until: '{forecastDays}' },
          { what: 'Deleted plant', until: '{deletedPlantDays} in the bin' },
        ],
      },
      {
        title: 'What you can do',
        paragraphs: [
          {
            when: 'mayExport',
            text: 'The pages of your account export your profile, your plants with their readings, and your logs.',
          },
          {
            when: 'mayDelete',
            text: 'You can delete your account yourself: at once, with all plants that only you hold and their whole history. Log entries about plants of others stay, without your name and address.',
          },
          { when: 'mayNotDelete', text: 'Ask the operator if you want your account deleted.' },
          'The law may give you further rights, for example to information, to correction, and to complain to a supervisory authority. The operator answers for them.',
        ],
      },
    ],
  },
}
