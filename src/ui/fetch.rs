//! Fetching a file that came with the page, by the names that its release gives.

use leptos::prelude::{document, window};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;

/// The text of a file next to the page. The first folder of its path is where this release has it.
pub async fn fetch_text(url: &str) -> Result<String, JsValue> {
    let url = url.split_once('/').map_or_else(|| url.to_owned(), |(first, rest)| format!("{}/{rest}", folder(first)));
    let response: web_sys::Response = JsFuture::from(window().fetch_with_str(&url)).await?.unchecked_into();
    if !response.ok() {
        return Err(JsValue::from_f64(f64::from(response.status())));
    }
    let text = JsFuture::from(response.text()?).await?;
    text.as_string().ok_or(JsValue::NULL)
}

/// What the release's page says under a name.
pub fn meta(name: &str) -> Option<String> {
    let found = document().query_selector(&format!("meta[name={name}]")).ok().flatten();
    found.and_then(|meta| meta.get_attribute("content"))
}

/// The folder that this release calls so. Its name follows from its content.
pub fn folder(name: &str) -> String {
    meta(name).unwrap_or_else(|| name.to_owned())
}
