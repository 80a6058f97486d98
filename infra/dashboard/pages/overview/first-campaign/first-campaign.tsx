import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, buttonClass } from '../../../components/button.tsx';
import { Page } from '../../../components/page/page.tsx';
import { findSequence } from '../../campaigns/sequences/blanks.ts';
import type { Campaign } from '../queries.ts';
import { type ChosenPeople, contactOfRow } from './chosen-people.ts';
import { Mailbox } from './mailbox.tsx';
import { People } from './people.tsx';
import { Plan } from './plan.tsx';
import { Sequence } from './sequence.tsx';
import './first-campaign.css';

interface FirstCampaignProps {
  /** The only campaign of the workspace, a draft; undefined until something is stored. */
  readonly campaign: Campaign | undefined;
  readonly onSkip: () => void;
}

/** From people to the start of the first campaign. The draft campaign is the state, so each step survives a reload. */
export function FirstCampaign({ campaign, onSkip }: FirstCampaignProps) {
  const [people, setPeople] = useState<ChosenPeople>();
  const missing = missingParts(campaign);

  return (
    <Page
      title="Send your first campaign"
      description="Nothing is sent before you start it."
      actions={
        <>
          {campaign && (
            <Link
              to="/campaigns/$campaignId/edit"
              params={{ campaignId: campaign.id }}
              className={buttonClass('quiet')}
            >
              Open the full editor
            </Link>
          )}
          <Button variant="quiet" onClick={onSkip}>
            I will do it myself
          </Button>
        </>
      }
    >
      <div className="first-campaign">
        <div className="stack">
          <People
            campaign={campaign}
            chosen={people}
            onChoose={setPeople}
            isDone={!missing.includes('people')}
          />
          <Sequence
            campaign={campaign}
            contact={people && contactOfRow(people)}
            isDone={!missing.includes('emails') && !missing.includes('the texts in square brackets')}
          />
          <Mailbox campaign={campaign} isDone={!missing.includes('a mailbox')} />
        </div>
        <Plan campaign={campaign} missing={missing} />
      </div>
    </Page>
  );
}

export type Part = 'people' | 'emails' | 'the texts in square brackets' | 'a mailbox';

/** The parts that a start needs and the draft does not have. */
function missingParts(campaign: Campaign | undefined): readonly Part[] {
  const { stats, audience = null, steps = [], emailAccountIds = [] } = campaign ?? {};

  return [
    ...((stats?.contacts ?? 0) > 0 || audience !== null ? [] : ['people' as const]),
    ...(steps.length > 0 ? [] : ['emails' as const]),
    ...(findSequence(steps)?.missing ? ['the texts in square brackets' as const] : []),
    ...(emailAccountIds.length > 0 ? [] : ['a mailbox' as const]),
  ];
}
