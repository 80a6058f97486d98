import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Schemas } from '../../../api/client.ts';
import { serviceNow } from '../../../api/clock.ts';
import { useSession } from '../../../api/session.ts';
import { Notice } from '../../../components/notice.tsx';
import { countOf } from '../../../components/number.tsx';
import { Skeleton } from '../../../components/states.tsx';
import { FileChooser } from '../../contacts/import/file-chooser.tsx';
import { importQuery } from '../../contacts/import/queries.ts';
import { readRecentImports } from '../../contacts/import/recent-imports.ts';
import { type Campaign, firstCampaignQuery } from '../queries.ts';
import type { ChosenPeople } from './chosen-people.ts';
import { StepCard } from './step-card.tsx';

const AddPeople = lazy(async () => ({ default: (await import('./add-people.tsx')).AddPeople }));

interface PeopleProps {
  readonly campaign: Campaign | undefined;
  readonly chosen: ChosenPeople | undefined;
  readonly onChoose: (people: ChosenPeople | undefined) => void;
  readonly isDone: boolean;
}

/** A file becomes contacts of the draft campaign. */
export function People({ campaign, chosen: people, onChoose, isDone }: PeopleProps) {
  const [error, setError] = useState<string>();
  const choose = async (file: File): Promise<void> => {
    const [{ readFile }, { guessColumns }] = await Promise.all([
      import('../../contacts/import/csv-preview.ts'),
      import('../../contacts/import/mapping.ts'),
    ]);
    const result = await readFile(file);
    setError('error' in result ? result.error : undefined);
    if ('error' in result) return;
    const { header, addressColumn } = result.preview;
    onChoose({ chosen: result, columns: guessColumns(header, addressColumn), isAdded: false });
  };
  const isChosen = people !== undefined && !people.isAdded;
  const lastImport = useLastImport(campaign);

  return (
    <StepCard
      number={1}
      title="People"
      isDone={isDone}
      description={
        campaign && (isDone || lastImport.report) ? (
          <AddedPeople campaign={campaign} {...lastImport} />
        ) : (
          'Everyone in your file gets the emails.'
        )
      }
    >
      {(isChosen || (!isDone && !lastImport.isEnrolling)) && (
        <>
          {error && <Notice tone="danger">{error}</Notice>}
          {isChosen ? (
            <Suspense fallback={<Skeleton lines={4} />}>
              <AddPeople people={people} onChange={onChoose} />
            </Suspense>
          ) : (
            <FileChooser
              onChoose={(file) => void choose(file)}
              hint="Only email addresses are required. The names of the columns suggest their fields."
            />
          )}
        </>
      )}
    </StepCard>
  );
}

const enrolmentMs = 5 * 60_000;
const pollMs = 1_500;

/** The last import into the campaign. Its contacts are enrolled within seconds; until then, the campaign is read again. */
function useLastImport(campaign: Campaign | undefined) {
  const { workspaceId } = useSession() ?? {};
  const recent =
    campaign && readRecentImports(workspaceId).find(({ campaignId }) => campaignId === campaign.id);
  const { data: report } = useQuery({ ...importQuery(recent?.id ?? ''), enabled: recent !== undefined });
  const isNew = recent !== undefined && serviceNow() - Date.parse(recent.startedAt) < enrolmentMs;
  const isMissing = report !== undefined && (campaign?.stats.contacts ?? 0) < report.enrolled;
  const isEnrolling = isNew && (report?.status === 'running' || isMissing);
  useQuery({ ...firstCampaignQuery, refetchInterval: isEnrolling && pollMs });

  return { report, isEnrolling };
}

type Report = Schemas['ImportReport'];

interface AddedPeopleProps extends ReturnType<typeof useLastImport> {
  readonly campaign: Campaign;
}

/** Such as “521 people, 3 rows need a look”. */
function AddedPeople({ campaign: { stats, audience }, report, isEnrolling }: AddedPeopleProps) {
  return (
    <>
      {stats.contacts === 0 && audience ? 'The audience of the editor' : countOf(stats.contacts, 'person')}
      {isEnrolling && ' so far, more are being added'}
      {report && <OtherRows report={report} />}
    </>
  );
}

/** The rows that are no further person, with a link to their report. */
function OtherRows({ report: { importId, duplicatesInFile, failed } }: { readonly report: Report }) {
  const texts = [
    duplicatesInFile > 0 &&
      `${countOf(duplicatesInFile, 'row')} ${duplicatesInFile === 1 ? 'repeats' : 'repeat'} an address`,
    failed > 0 && `${countOf(failed, 'row')} ${failed === 1 ? 'needs' : 'need'} a look`,
  ].filter((text) => text !== false);
  if (texts.length === 0) return null;

  return (
    <>
      {', '}
      <Link to="/contacts/imports/$importId" params={{ importId }}>
        {texts.join(', ')}
      </Link>
    </>
  );
}
