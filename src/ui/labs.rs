//! The labs, each beside its lesson.

mod beams;
mod constraints;
mod drafts;
mod latency;
mod logits;
mod proof;
mod speculative;

use crate::ui::app::SettingsSheet;
use crate::ui::components::rich;
use crate::ui::i18n::t;
use crate::ui::lab::Lab;
use leptos::prelude::*;

pub use beams::BEAMS;
pub use constraints::CONSTRAINTS;
pub use drafts::DRAFTS;
pub use latency::LATENCY;
pub use logits::LOGITS;
pub use proof::PROOF;
pub(crate) use proof::Picture as ProofPicture;
pub use speculative::SPECULATIVE;

/// What every lab has beside its story: what it is, its settings, and its lesson. On a narrow screen this is a sheet over the story.
#[component]
fn SettingsSection(
    /// The lab.
    lab: &'static Lab,
    /// Its settings.
    children: Children,
) -> impl IntoView {
    let sheet = expect_context::<SettingsSheet>();
    view! {
        <section id="settings" class="controls stack" class:open=move || sheet.0.get() aria-label=t("shell-settings") tabindex="-1">
            <button type="button" class="sheet-close quiet" on:click=move |_| sheet.close()>{t("shell-settings-close")}</button>
            <div class="intro">
                <h1>{lab.title()}</h1>
                <p class="lede">{rich(&lab.lede_key(), &[])}</p>
            </div>
            {children()}
            <details class="card lesson">
                <summary>{t("shell-how-it-works")}</summary>
                {lab.paragraphs().map(|paragraph| view! { <p>{paragraph}</p> }).collect_view()}
            </details>
        </section>
    }
}
