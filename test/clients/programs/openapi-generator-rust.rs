//! Uses the Rust client of openapi-generator as a customer would. Prints what it has found as one line of JSON.

use openapi::apis::configuration::Configuration;
use openapi::apis::{activity_api, campaigns_api, contacts_api, Error};
use openapi::models::{
    ActivityEvent, ImportBody, ImportSettings, NewCampaign, NewContact, NewStep, NewStepVariant, ScheduleInput,
};
use serde_json::json;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let configuration = Configuration {
        base_path: std::env::var("API")?,
        bearer_access_token: Some(std::env::var("API_KEY")?),
        ..Configuration::default()
    };

    let ann = NewContact { first_name: Some(Some("Ann".into())), ..NewContact::new("ann@example.com".into()) };
    let created = contacts_api::contacts_create(&configuration, ann.clone(), Some("create-ann")).await?;
    let repeated = contacts_api::contacts_create(&configuration, ann, Some("create-ann")).await?;

    let options = ImportSettings { tags: Some(vec!["imported".into()]), ..ImportSettings::new() };
    let body = ImportBody {
        options: Some(Box::new(options)),
        ..ImportBody::new("email\nbo@example.com\ncy@example.com\n".into())
    };
    let report = contacts_api::contacts_import(&configuration, body, None).await?;

    let mut contacts = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let page = contacts_api::contacts_list(
            &configuration, Some(2), cursor.as_deref(), None, None, None, None, None, None, None, None, None, None,
            None, None, None, None, None, None, None, None, None, None,
        )
        .await?;
        contacts.extend(page.data);
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    let mut emails: Vec<&str> = contacts.iter().map(|contact| contact.email.as_str()).collect();
    emails.sort();

    let variant = NewStepVariant {
        subject: Some("Hello".into()),
        body_text: Some(Some("Hello {{firstName}}".into())),
        ..NewStepVariant::new()
    };
    let starts_at = "2030-01-02T10:00:00.000Z";
    let schedule = ScheduleInput { start_at: Some(Some(starts_at.into())), ..ScheduleInput::new() };
    let draft = NewCampaign {
        steps: Some(vec![NewStep::new(vec![variant])]),
        schedule: Some(Box::new(schedule)),
        ..NewCampaign::new("Spring".into())
    };
    let draft = campaigns_api::campaigns_create(&configuration, draft, None).await?;
    let campaign = campaigns_api::campaigns_get(&configuration, &draft.id).await?;

    let refused = contacts_api::contacts_create(&configuration, NewContact::new("nobody".into()), None).await;
    let Err(Error::ResponseError(refused)) = refused else { panic!("the address was accepted") };
    let Some(contacts_api::ContactsCreateError::Status422(invalid)) = refused.entity else {
        panic!("the error has another type: {}", refused.content)
    };
    let fault = &invalid.error.details[0];

    let events = activity_api::activity_list(
        &configuration, None, None, None, Some("contact.created"), None, Some(&created.id), None, None, None, None, None,
        None,
    )
    .await?
    .data;
    assert!(events.iter().all(|event| matches!(event, ActivityEvent::ContactCreatedActivityEvent(_))));

    println!(
        "{}",
        json!({
            "isRepeated": created.id == repeated.id,
            "imported": report.created,
            "contacts": emails,
            "withoutCompany": contacts[0].company_id.is_none(),
            "status": campaign.status,
            "startsAt": campaign.schedule.start_at.as_deref() == Some(starts_at),
            "fault": [json!(fault.path), json!(fault.rule)],
            "events": events.len(),
        })
    );
    Ok(())
}
