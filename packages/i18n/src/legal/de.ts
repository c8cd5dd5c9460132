import type { LegalTexts } from './legal-text.ts'

export const legalTexts: LegalTexts = {
  asOf: 'Stand: {date}.',
  always: 'unbegrenzt',
  terms: {
    title: 'Nutzungsbedingungen',
    lead: [
      'Dies sind die neutralen Bedingungen, die mit der Software kommen. Der Betreiber dieses Servers kann sie durch eigene ersetzen.',
    ],
    sections: [
      {
        title: 'Wer den Dienst anbietet',
        paragraphs: [
          'Der Betreiber dieses Servers: die Person oder Firma, die ihn eingerichtet hat. Die Hersteller der Software sind an diesen Bedingungen nicht beteiligt.',
          { when: 'named', text: 'Der Dienst erscheint hier unter dem Namen {brand}.' },
          { when: 'contact', text: 'Kontakt: {contact}.' },
          {
            when: 'noContact',
            text: 'Auf diesem Server ist kein Kontakt genannt. Fragen Sie die Person, die Ihnen die Adresse gegeben hat.',
          },
        ],
      },
      {
        title: 'Was der Dienst tut',
        paragraphs: [
          'Er sammelt Messwerte von Photovoltaik- und Speicheranlagen, bewahrt sie auf, zeigt sie und berichtet über sie. Niemand verspricht, dass er immer erreichbar oder frei von Fehlern ist.',
          'Energie, Einnahmen, Verluste und Prognosen werden aus dem berechnet, was Geräte melden. Sie sind keine Grundlage für Rechnungen, und ein Alarm dieses Dienstes ersetzt keine Schutzeinrichtung.',
        ],
      },
      {
        title: 'Ihr Konto',
        paragraphs: [
          'Geben Sie eine E-Mail-Adresse oder Telefonnummer an, die Ihnen gehört, behalten Sie Ihr Passwort für sich, und sagen Sie dem Betreiber Bescheid, wenn jemand anderes Ihr Konto benutzt.',
          'Fügen Sie nur Anlagen und Datenlogger hinzu, die Ihnen gehören oder deren Eigentümer zustimmt. Wer einem Gerät einen Befehl sendet, steht für dessen Folgen ein.',
        ],
      },
      {
        title: 'Ihre Daten',
        paragraphs: [
          'Was Sie eingeben und was Ihre Geräte melden, bleibt Ihres. Der Betreiber nutzt es, um den Dienst zu betreiben. Wer eine Anlage noch sieht, bestimmen Sie.',
          { when: 'mayExport', text: 'Exportieren können Sie sie selbst, auf den Seiten Ihres Kontos.' },
          'Was wie lange aufbewahrt wird, steht in der Datenschutzerklärung.',
        ],
      },
      {
        title: 'Was nicht erlaubt ist',
        paragraphs: [
          'Stören Sie weder den Server noch die Anlagen anderer, greifen Sie nicht nach Daten, die niemand mit Ihnen geteilt hat, senden Sie keine erfundenen Messwerte, und laden Sie nichts hoch, was gegen Gesetze verstößt.',
        ],
      },
      {
        title: 'Wie es endet',
        paragraphs: [
          {
            when: 'mayDelete',
            text: 'Sie können Ihr Konto jederzeit selbst löschen. Es wird sofort gelöscht, ohne Schonfrist.',
          },
          { when: 'mayNotDelete', text: 'Wenden Sie sich an den Betreiber, wenn Ihr Konto gelöscht werden soll.' },
          'Der Betreiber kann ausschließen, wer gegen diese Bedingungen verstößt, und er kann den Dienst beenden. Wenn möglich, sagt er es so früh, dass Sie Ihre Daten mitnehmen können.',
        ],
      },
      {
        title: 'Recht und Änderungen',
        paragraphs: [
          'Diese Bedingungen nehmen Ihnen kein Recht, das Ihnen das Gesetz gibt. Ist eine von ihnen unwirksam, gelten die übrigen weiter.',
          'Mit den Bedingungen ändert sich das Datum oben. Welchen Bedingungen Sie bei der Registrierung zugestimmt haben, ist bei Ihrem Konto vermerkt.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Datenschutzerklärung',
    lead: [
      'Was dieser Server über Sie speichert, wer es bekommt und wann es gelöscht wird. Dies ist die neutrale Erklärung, die mit der Software kommt. Der Betreiber dieses Servers kann sie durch eine eigene ersetzen.',
    ],
    sections: [
      {
        title: 'Wer verantwortlich ist',
        paragraphs: [
          'Der Betreiber dieses Servers: die Person oder Firma, die ihn eingerichtet hat. Er verarbeitet Ihre Daten, um Ihnen den Dienst zu bieten und ihn zu schützen. Die Hersteller der Software erhalten von diesem Server nichts.',
          { when: 'named', text: 'Der Dienst erscheint hier unter dem Namen {brand}.' },
          { when: 'contact', text: 'Kontakt: {contact}.' },
          {
            when: 'noContact',
            text: 'Auf diesem Server ist kein Kontakt genannt. Fragen Sie die Person, die Ihnen die Adresse gegeben hat.',
          },
        ],
      },
      {
        title: 'Was gespeichert wird',
        paragraphs: [
          'Von Ihrem Konto: E-Mail-Adresse oder Telefonnummer, Name, Land, Sprache, Einstellungen, Ihr Foto, wenn Sie eines hinzufügen, und welchen Bedingungen Sie zugestimmt haben. Passwörter nur als Hash, aus dem sie sich nicht lesen lassen. Passkeys, Zugriffstoken und Anmeldungen über andere Dienste, wenn Sie sie nutzen.',
          'Von Ihrer Nutzung: Sitzungen und Anmeldungen mit Zeit, Netzwerkadresse und Browser; was Sie geändert haben und von welcher Adresse; abgelehnte und verdächtige Versuche. Das Protokoll des Serverprozesses enthält die Netzwerkadresse jeder Anfrage; wie lange, bestimmt der Betreiber.',
          'Von Ihren Anlagen: Name, Ort, technische Daten, Preise, Fotos und was Geräte melden. Messwerte können verraten, wann jemand zu Hause ist. Fotos einer Anlage werden neu kodiert; Ort und Zeit, die eine Kamera darin versteckt, fallen dabei weg.',
        ],
      },
      {
        title: 'Wer es bekommt',
        paragraphs: [
          'Die Personen und Organisationen, mit denen Sie eine Anlage, einen Bericht oder einen Bildschirm teilen. Administratoren des Servers sehen eine Anlage auf den Seiten nur, wenn der Eigentümer es erlaubt; wer die Maschine betreibt, kann technisch alles lesen.',
          'Die Dienste, die für den Betreiber E-Mails und SMS zustellen, und die, die Sie selbst wählen: Push oder Telegram für Nachrichten, ein anderes Konto zum Anmelden, die Seite eines Partners, die Sie öffnen.',
          {
            when: 'centers',
            text: 'Das andere Rechenzentrum dieses Dienstes, wenn Ihr Konto dorthin umzieht oder Sie über dieses kommen.',
          },
          {
            when: 'weather',
            text: 'Ein Wetterdienst, den der Betreiber gewählt hat: Er bekommt die Orte von Anlagen, auf etwa einen Kilometer gerundet, ohne Namen.',
          },
          { when: 'noWeather', text: 'Ein Wetterdienst wird nicht gefragt.' },
          {
            when: 'foreignMaps',
            text: 'Manche Seiten können eine Karte von Amap oder Google zeigen. Ihr Browser fragt dann diesen Dienst, der Ihre Netzwerkadresse und den Ort sieht.',
          },
          'Der Kartengrund kommt von diesem Server. Die Software gibt Ihre Daten an niemanden sonst weiter.',
        ],
      },
      {
        title: 'In Ihrem Browser',
        paragraphs: [
          'Cookies halten Ihre Sitzung, erkennen Ihren Browser wieder, damit eine Anmeldung von einem neuen Ihnen gemeldet werden kann, und merken sich Sprache und Einheiten. Einstellungen, Entwürfe und die letzten Seiten für Zeiten ohne Netz liegen auf Ihrem Gerät.',
          {
            when: 'tracking',
            text: 'Diese Seite fragt außerdem, ob sie ein Skript laden darf, das Besuche zählt. Ohne Ihre Zustimmung wird es nicht geladen.',
          },
        ],
      },
      {
        title: 'Wie lange',
        paragraphs: [
          'Die Angaben sind die dieses Servers. Ihr Konto bleibt, bis es gelöscht wird. Sicherungen des Betreibers können ältere Stände enthalten.',
        ],
        kept: [
          {
            what: 'Sitzung',
            until:
              '{sessionDays} nach der letzten Erneuerung, {longSessionDays}, wenn Sie angemeldet bleiben, höchstens {longestSessionDays}',
          },
          { what: 'Anmeldungen', until: '{signInDays}' },
          { what: 'Bekannter Browser', until: '{browserDays} nach der letzten Anmeldung' },
          { what: 'Wer was geändert hat', until: '{auditDays}' },
          { what: 'Abgelehnte und verdächtige Versuche', until: '{securityEventDays}' },
          { what: 'Netz, aus dem ein Datenlogger hinzugefügt wurde', until: 'höchstens {loggerClaimDays}' },
          { what: 'Nachrichten', until: '{messageDays}' },
          { what: 'Buchungen von Nachrichtenguthaben', until: '{creditEntryDays}' },
          { what: 'Export eines Kontos', until: '{accountExportDays}' },
          { what: 'Einzelne Messwerte', until: '{sampleDays}' },
          { what: 'Stundenwerte', until: '{hourDays}' },
          { what: 'Tages-, Monats- und Jahreswerte', until: 'so lange wie die Anlage' },
          { what: 'Ursachen verlorener Energie', until: '{judgedDays}' },
          { what: 'Vergangene Prognosen', until: '{forecastDays}' },
          { what: 'Gelöschte Anlage', until: '{deletedPlantDays} im Papierkorb' },
        ],
      },
      {
        title: 'Was Sie tun können',
        paragraphs: [
          {
            when: 'mayExport',
            text: 'Die Seiten Ihres Kontos exportieren Ihr Profil, Ihre Anlagen mit ihren Messwerten und Ihre Protokolle.',
          },
          {
            when: 'mayDelete',
            text: 'Ihr Konto können Sie selbst löschen: sofort, mit allen Anlagen, die nur Sie haben, und deren ganzem Verlauf. Protokolleinträge zu Anlagen anderer bleiben, ohne Ihren Namen und Ihre Adresse.',
          },
          { when: 'mayNotDelete', text: 'Wenden Sie sich an den Betreiber, wenn Ihr Konto gelöscht werden soll.' },
          'Das Gesetz kann Ihnen weitere Rechte geben, etwa auf Auskunft, auf Berichtigung und auf Beschwerde bei einer Aufsichtsbehörde. Dafür steht der Betreiber ein.',
        ],
      },
    ],
  },
}
